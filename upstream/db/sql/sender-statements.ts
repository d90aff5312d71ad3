import { runSql, type SqlTarget } from "./raw-sql.ts";

/** SQL array of who has paid an order, as far as its rails know; `ref`: its number in SQL. Payments that their network has dropped do not count. */
export const sendersOfOrder = (ref: string) =>
  `array(select distinct sender from payment where order_ref = ${ref} and status <> 'vanished' and sender is not null)`;

/**
 * SQL array of where the money in a member's wallets came from: their deposits, and payments of orders whose payout went into a wallet.
 * `memberId`: in SQL. Deposits that were not credited do not count: sending some must not block a member's money.
 */
export const sendersOfWallets = (memberId: string) =>
  `array(select sender from deposit where member_id = ${memberId} and status = 'credited' and sender is not null
    union select p.sender from payment p join exchange_order paid on paid.ref = p.order_ref
      where paid.owner_id = ${memberId} and paid.payout_to_wallet and p.status = 'final' and p.sender is not null)`;

/** The same of an order that was paid from a wallet, null of others; `order`: its row in SQL. */
export const walletSendersOfOrder = (order: string) =>
  `case when ${order}.wallet_paid_at is not null then ${sendersOfWallets(`${order}.owner_id`)} end`;

const ofOrder = `select ${sendersOfOrder("o.ref")} as senders, ${walletSendersOfOrder("o")} as wallet_senders
  from exchange_order o where o.ref = $1`;
const ofMember = `select ${sendersOfWallets("$1")} as senders`;

/** Who has paid an order; where from a wallet, where the money in it came from. */
export async function selectOrderSenders(target: SqlTarget, ref: string) {
  const [row] = await runSql(target, ofOrder, [ref]);
  return {
    senders: (row?.senders ?? []) as string[],
    walletSenders: (row?.wallet_senders ?? []) as string[],
  };
}

/** Where the money in a member's wallets came from. */
export async function selectWalletSenders(target: SqlTarget, memberId: string): Promise<string[]> {
  const [row] = await runSql(target, ofMember, [memberId]);
  return (row?.senders ?? []) as string[];
}
