import { type ReceiptAccount, receiptLineKinds } from "../../../contract/order/receipt.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { ReceiptProps } from "./receipt-props.ts";

/** The customer's ledger statement per currency, down to the balance: zero for an ended order. */
export function ReceiptStatements({ receipt: { accounts, reversed, order }, assets }: ReceiptProps) {
  const { t } = useTranslation("receipt");
  const money = useMoney(assets);
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="mb-3 text-h4">
        {t("books.title")}
      </h2>
      <div className="grid gap-x-12 gap-y-5 grid-cols-1 lg:grid-cols-2 print:grid-cols-2 print:gap-x-8">
        {accounts.map((account) => (
          <Statement key={account.asset} account={account} assets={assets} />
        ))}
      </div>
      {!isZero(reversed) && (
        <p className="mt-3 text-body-2">{t("books.reversed", { amount: money.text(reversed, order.from.asset) })}</p>
      )}
    </section>
  );
}

function Statement({ account, assets }: { account: ReceiptAccount; assets: ReceiptProps["assets"] }) {
  const { t } = useTranslation("receipt");
  const money = useMoney(assets);
  return (
    <Slip>
      {account.lines.map((line) => {
        const kind = receiptLineKinds.find((name) => name === line.kind);
        return (
          <SlipRow key={line.kind} label={kind ? t(`books.line.${kind}`) : line.kind}>
            {line.direction === "in" ? "+" : "−"}
            {money.text(line.amount, account.asset)}
          </SlipRow>
        );
      })}
      <SlipRow label={t("books.left")} total>
        {money.text(account.balance, account.asset)}
      </SlipRow>
    </Slip>
  );
}
