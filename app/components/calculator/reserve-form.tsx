import { useId } from "react";
import { emailInput } from "../../forms/email-input.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { type Calculation, type CalculatorData, pairOf } from "./calculation.ts";

/**
 * When the reserve is too low: one field, and one email when it suffices. A separate form below the calculator's, sent
 * as a plain post; its page answers and keeps the input.
 */
export function ReserveForm({ calculation, data }: { calculation: Calculation; data: CalculatorData }) {
  const { t } = useTranslation("calculator");
  const address = useHref();
  const id = useId();
  const { issue, input } = calculation;
  const pair = pairOf(data.market, input.from, input.to);
  if (issue?.kind !== "reserve_low" || issue.payout === null || !pair) return null;
  return (
    <form
      method="post"
      action={address(`/reserve-request?${new URLSearchParams({ pair: pair.id, amount: issue.payout })}`)}
      noValidate
      className="mt-5 border-t border-line pt-4"
    >
      <input type="hidden" name="pair" value={pair.id} />
      <input type="hidden" name="amount" value={issue.payout} />
      <label htmlFor={id} className="text-body-2 font-semibold">
        {t("reserveRequest.label")}
      </label>
      <div className="mt-1.5 flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
        <span className="block w-full max-w-64 max-sm:max-w-none">
          <TextInput
            id={id}
            name="email"
            {...emailInput}
            required
            placeholder={t("reserveRequest.example")}
            aria-describedby={`${id}-how`}
          />
        </span>
        <Button type="submit">{t("reserveRequest.submit")}</Button>
      </div>
      <p id={`${id}-how`} className="mt-1.5 text-small text-ink-3">
        {t("reserveRequest.how")}
      </p>
    </form>
  );
}
