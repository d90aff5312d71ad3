import type { MouseEvent } from "react";
import type { AppliedPromo } from "../../../../contract/market/price.ts";
import { promoReasons } from "../../../../contract/market/promo-reasons.ts";
import { isZero } from "../../../../contract/values/decimal.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { FieldError } from "../../../ui/fields/field-frame.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { Check, TicketPercent } from "../../../ui/icons/icons.tsx";
import { useMoney } from "../../order/use-money.ts";
import type { Calculation, CalculatorData } from "../calculation.ts";

type PromoFieldProps = {
  value: string;
  calculation: Calculation;
  data: CalculatorData;
  onType: (promo: string) => void;
};

/** With scripts the price follows the field; without, the button reloads the page. */
const live = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  act();
};

/** Collapsed: most people have no code, and an open field makes them look for one. */
export function PromoField({ value, calculation, data, onType }: PromoFieldProps) {
  const { t } = useTranslation("calculator");
  const bonus = calculation.quote?.promo;
  return (
    <details className="group min-w-0 open:w-full" open={data.input.promo !== "" || undefined}>
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-sm text-small font-semibold text-link hover:underline lg:min-h-8">
        <TicketPercent size={16} />
        {t("promo.have")}
      </summary>
      <div className="pt-2">
        <label htmlFor="promo" className="text-body-2 font-semibold">
          {t("promo.label")}
        </label>
        <div className="mt-1.5 flex items-center gap-2">
          <span className="relative block w-full max-w-64">
            <TextInput
              id="promo"
              name="promo"
              value={value}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              aria-invalid={calculation.promoIssue ? true : undefined}
              aria-describedby="promo-answer"
              onChange={(event) => onType(event.currentTarget.value)}
            />
            {bonus && <Check size={20} className="absolute right-3 top-1/2 [translate:0_-50%] text-success-700" />}
          </span>
          {bonus ? (
            <Button
              type="submit"
              formMethod="get"
              name="promo"
              value=""
              variant="quiet"
              onClick={live(() => onType(""))}
            >
              {t("promo.remove")}
            </Button>
          ) : (
            <Button type="submit" formMethod="get" onClick={live(() => onType(value))}>
              {t("promo.apply")}
            </Button>
          )}
        </div>
        <div id="promo-answer" className="min-h-7">
          {bonus && <PromoGain promo={bonus} asset={calculation.input.to} data={data} />}
          {calculation.promoIssue && <PromoProblem reason={promoReason(calculation.promoIssue)} />}
        </div>
      </div>
    </details>
  );
}

function PromoGain({ promo, asset, data }: { promo: AppliedPromo; asset: string; data: CalculatorData }) {
  const { t } = useTranslation("calculator");
  const { text } = useMoney(data.market.assets);
  const { cashback, gain, kind } = promo;
  if (kind === "partner_bind")
    return <p className="mt-1.5 text-small font-medium text-success-700">{t("promo.partner")}</p>;
  const added = isZero(gain) ? t("promo.works") : t("promo.added", { bonus: text(gain, asset) });
  return (
    <p className="mt-1.5 text-small font-medium text-success-700">
      {cashback ? t("promo.cashback", { amount: text(cashback.amount, cashback.asset) }) : added}
    </p>
  );
}

/** Of these two the sentence says what becomes of the code. */
const saysWhatApplies = ["loyalty", "no_margin"];

function PromoProblem({ reason }: { reason: ReturnType<typeof promoReason> }) {
  const { t } = useTranslation("calculator");
  const problem = t(`promo.problem.${reason}`);
  return (
    <FieldError id="promo-error">
      {saysWhatApplies.includes(reason) ? problem : `${problem} ${t("promo.without")}`}
    </FieldError>
  );
}

/** An unknown reason still means that the code has no effect. */
function promoReason(reason: string): (typeof promoReasons)[number] | "other" {
  return promoReasons.find((name) => name === reason) ?? "other";
}
