import type { ReceiptMove } from "../../../contract/order/receipt.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import type { ReceiptProps } from "./receipt-props.ts";
import { useReceiptTimes } from "./use-receipt-times.ts";

const statuses = ["seen", "final", "vanished", "sending", "sent", "returned", "failed"] as const;
const directions = ["in", "out", "back"] as const;

/** Every transaction with its full id: a shortened one proves nothing. */
export function ReceiptTransactions({ receipt: { moves }, assets }: ReceiptProps) {
  const { t } = useTranslation("receipt");
  return (
    <section aria-labelledby="moves">
      <h2 id="moves" className="mb-2 text-h4">
        {t("moves.title")}
      </h2>
      {moves.length === 0 ? (
        <p className="text-body-2 text-ink-2">{t("moves.none")}</p>
      ) : (
        <ol className="border-t border-line text-body-2">
          {moves.map((transaction) => (
            <Transaction key={`${transaction.at} ${transaction.id}`} transaction={transaction} assets={assets} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Transaction({ transaction, assets }: { transaction: ReceiptMove; assets: ReceiptProps["assets"] }) {
  const { t } = useTranslation("receipt");
  const money = useMoney(assets);
  const moment = useReceiptTimes();
  const status = statuses.find((name) => name === transaction.status);
  const direction = directions.find((name) => name === transaction.direction);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 break-inside-avoid border-b border-line py-3 print:py-1.5">
      <span>
        <strong className="font-semibold">{direction && t(`moves.direction.${direction}`)}</strong>
        {status && `, ${t(`moves.status.${status}`)}`}
      </span>
      <strong className="figures text-right font-semibold">{money.text(transaction.amount, transaction.asset)}</strong>
      <span className="text-small text-ink-2">{moment(transaction.at)}</span>
      <span className="text-right text-small text-ink-2">
        {!isZero(transaction.fee) && t("moves.fee", { fee: money.text(transaction.fee, transaction.asset) })}
      </span>
      <span className="col-span-2 text-small text-ink-2 [overflow-wrap:anywhere]">
        {transaction.account && t("moves.to", { account: transaction.account })}
        {transaction.account && transaction.id && " · "}
        {transaction.id && `${t("moves.transaction")} `}
        {transaction.url ? (
          <a href={transaction.url} rel="noreferrer" className="text-link-inline">
            {transaction.id}
          </a>
        ) : (
          transaction.id
        )}
      </span>
    </li>
  );
}
