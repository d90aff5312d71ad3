import type { Order, OrderTx } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { waitsToBeSent } from "./order-facts.ts";
import type { OrderTexts } from "./texts/use-order-texts.ts";
import { TransactionId } from "./transaction-id.tsx";

const statuses = ["seen", "final", "vanished", "sending", "sent", "returned", "failed"] as const;

type OrderTransactionsProps = {
  order: Order;
  texts: OrderTexts;
  /** Where the page has said what arrived, and something else is to be done first. */
  folded: boolean;
};

/** Every transfer of the order, with a link to the explorer. */
export function OrderTransactions({ order, texts, folded }: OrderTransactionsProps) {
  const { t } = useTranslation("order");
  const groups = [
    { name: t("progress.came"), txs: order.payin.txs.filter((tx) => tx.seen_at !== null) },
    { name: t("progress.went"), txs: order.payout.txs },
    { name: t("progress.back"), txs: order.refund.txs },
  ].filter((group) => group.txs.length > 0);
  if (groups.length === 0) return null;
  const list = (
    <dl className="divide-y divide-line text-body-2">
      {groups.map((group) => (
        <div key={group.name} className="grid gap-x-6 gap-y-1 py-3.5 last:pb-0 lg:grid-cols-[8rem_1fr]">
          <dt className="text-ink-2">{group.name}</dt>
          {group.txs.map((tx) => (
            <Transaction
              key={`${tx.seen_at} ${tx.id}`}
              tx={tx}
              texts={texts}
              onNetwork={order.payin.method === "crypto_address"}
              waits={waitsToBeSent(order)}
            />
          ))}
        </div>
      ))}
    </dl>
  );
  if (folded) {
    return (
      <Card className="!py-1 lg:!py-2.5">
        <Disclosure title={t("progress.title")}>{list}</Disclosure>
      </Card>
    );
  }
  return (
    <Card aria-labelledby="moves">
      <h2 id="moves" className="text-h4">
        {t("progress.title")}
      </h2>
      {list}
    </Card>
  );
}

/** `waits`: the payout or refund of the order has not been sent yet. */
type TransactionProps = { tx: OrderTx; texts: OrderTexts; onNetwork: boolean; waits: boolean };

function Transaction({ tx, texts, onNetwork, waits }: TransactionProps) {
  const { t } = useTranslation("order");
  const status = statuses.find((name) => name === tx.status);
  const isConfirming = tx.status === "seen" && tx.required > 0;
  return (
    <dd className="flex flex-col items-start gap-x-4 lg:col-start-2 lg:flex-row lg:flex-wrap lg:items-baseline lg:justify-between">
      <span>
        <strong className="font-semibold">
          <Amount {...texts.money.figure(tx.amount, tx.asset)} />
        </strong>{" "}
        <span className="text-small text-ink-3">
          {isConfirming
            ? t("progress.confirmations", { confirmations: tx.confirmations, required: tx.required })
            : status && t(`progress.status.${statusName(status, { onNetwork, waits })}`)}
        </span>
      </span>
      <TransactionId tx={tx} />
    </dd>
  );
}

function statusName(status: (typeof statuses)[number], { onNetwork, waits }: { onNetwork: boolean; waits: boolean }) {
  if (status === "vanished" && !onNetwork) return "fell_through";
  return status === "sending" && waits ? "waiting" : status;
}
