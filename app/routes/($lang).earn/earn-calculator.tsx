import { usePairNames } from "../../components/rates/pair-names.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { formatAmount, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { EarnData } from "./earn-page.server.ts";
import { earnWords } from "./earn-words.ts";

/** What a month would bring, at the rates of now. A GET form: it works without scripts, and a result can be shared. */
export function EarnCalculator({ data }: { data: EarnData }) {
  const { t } = useTranslation("earn");
  const pairNames = usePairNames();
  const href = useHref();
  const { typed, fault, pairs, assets } = data;
  const sentSymbol = assets[pairs.find(({ id }) => id === typed.pair)?.from ?? ""]?.symbol ?? "";
  const wrong = fault === "exchanges" ? t("calculator.exchangesWrong") : undefined;
  const amountWrong = fault === "amount" ? t("calculator.amountWrong") : undefined;
  const numeric = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <Card
      main
      aria-labelledby="calculator"
      id="estimate"
      className="mt-8 grid overflow-hidden !p-0 lg:mt-10 lg:grid-cols-2"
    >
      <form id={pageFormId} method="get" action={`${href("/earn")}#estimate`} className="space-y-4 p-4 lg:p-8">
        <h2 id="calculator" className="text-h3">
          {t("calculator.title")}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <FieldFrame id="exchanges" label={t("calculator.exchanges")} error={wrong}>
            <TextInput id="exchanges" name="exchanges" defaultValue={typed.exchanges} maxLength={5} {...numeric} />
          </FieldFrame>
          <FieldFrame id="amount" label={t("calculator.amount", { symbol: sentSymbol })} error={amountWrong}>
            <TextInput id="amount" name="amount" defaultValue={typed.amount} maxLength={20} {...numeric} />
          </FieldFrame>
        </div>
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
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button type="submit" className={buttonClass({ variant: "outlined" })}>
            {t("calculator.again")}
          </button>
          <p className="text-small text-ink-2">{t("calculator.note")}</p>
        </div>
      </form>
      <Result data={data} />
    </Card>
  );
}

/** The month in one figure, and how it adds up. */
function Result({ data }: { data: EarnData }) {
  const { t } = useTranslation("earn");
  const lang = useLang();
  const { estimate, fault, symbol, typed } = data;
  const [first] = estimate?.tiers ?? [];
  if (!estimate || !first)
    return <p className="bg-inset p-4 text-body-2 text-ink-2 lg:p-8">{t("calculator.noFigure")}</p>;
  const money = (amount: string) => formatMoney(lang, amount, symbol, 2);
  const words = earnWords(lang, data);
  return (
    <div className="border-t border-line bg-primary-50 p-4 lg:border-l lg:border-t-0 lg:p-8">
      <p className="text-body-2 text-ink-2">{t("calculator.month", words)}</p>
      <p>
        <Amount value={formatAmount(lang, first.monthly, 2)} unit={symbol} size="huge" />
      </p>
      <Slip className="mt-5 border-t border-line pt-5">
        <SlipRow label={t("calculator.profit")}>{money(estimate.profit)}</SlipRow>
        <SlipRow label={t("calculator.total", { count: Number(typed.exchanges) })}>{money(estimate.total)}</SlipRow>
        <SlipRow label={t("calculator.yours", words)} total>
          {money(first.monthly)}
        </SlipRow>
      </Slip>
      {fault === "limits" && <p className="mt-3 text-small text-ink-2">{t("calculator.limits")}</p>}
    </div>
  );
}
