import { pairNames } from "../../components/rates/pair-names.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { EarnData } from "./earn-page.server.ts";
import { earnWords } from "./earn-words.ts";

/** What a month would bring, at the rates of now. A GET form: it works without scripts, and a result can be shared. */
export function EarnCalculator({ data }: { data: EarnData }) {
  const { t } = useTranslation("earn");
  const href = useHref();
  const lang = useLang();
  const { typed, fault, estimate, pairs, assets } = data;
  const wrong = fault === "exchanges" ? t("calculator.exchangesWrong") : undefined;
  const amountWrong = fault === "amount" ? t("calculator.amountWrong") : undefined;
  const numeric = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <Card main aria-labelledby="calculator" id="estimate">
      <h2 id="calculator" className="text-h4">
        {t("calculator.title")}
      </h2>
      <form method="get" action={`${href("/earn")}#estimate`} className="mt-4 space-y-4">
        <FieldFrame id="exchanges" label={t("calculator.exchanges")} error={wrong}>
          <TextInput id="exchanges" name="exchanges" defaultValue={typed.exchanges} maxLength={5} {...numeric} />
        </FieldFrame>
        <FieldFrame id="amount" label={t("calculator.amount")} error={amountWrong}>
          <TextInput id="amount" name="amount" defaultValue={typed.amount} maxLength={20} {...numeric} />
        </FieldFrame>
        <FieldFrame id="pair" label={t("calculator.pair")}>
          <SelectInput id="pair" name="pair" defaultValue={typed.pair}>
            {pairs.map(({ id, from, to }) => {
              const [sent, paid] = [assets[from], assets[to]];
              const names = sent && paid ? pairNames(sent, paid) : { from, to };
              return (
                <option key={id} value={id}>
                  {`${names.from} – ${names.to}`}
                </option>
              );
            })}
          </SelectInput>
        </FieldFrame>
        {estimate && (
          <>
            <Slip className="border-t border-line pt-4">
              <SlipRow label={t("calculator.profit")}>
                {formatMoney(lang, estimate.profit, assets[estimate.asset]?.symbol ?? "", 2)}
              </SlipRow>
              <SlipRow label={t("calculator.yours", earnWords(lang, data))} total>
                {formatMoney(lang, estimate.monthly, assets[estimate.asset]?.symbol ?? "", 2)}
              </SlipRow>
            </Slip>
            {fault === "limits" && <p className="text-small text-ink-2">{t("calculator.limits")}</p>}
            <p className="text-small text-ink-2">{t("calculator.note")}</p>
          </>
        )}
        <button type="submit" className={buttonClass({ variant: "outlined" })}>
          {t("calculator.again")}
        </button>
      </form>
    </Card>
  );
}
