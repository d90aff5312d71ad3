import { accounts, type Booking } from "../../ledger/rules/booking.ts";

/** A withdrawal as the ledger knows it; minor units. `amount` leaves the wallet, `fee` of it is ours. */
export type WithdrawalMoney = {
  id: string;
  /** Null after the account was erased. */
  memberId: string | null;
  rail: string;
  asset: string;
  amount: bigint;
  fee: bigint;
  /** The place that pays out had too little: what will arrive is held in the wallet, and not yet set aside there. */
  awaitsCash: boolean;
};

/** The ids of its transfers begin with its own, by which a wallet's transactions find it. */
export const netHoldOf = ({ id, awaitsCash }: Pick<WithdrawalMoney, "id" | "awaitsCash">) =>
  `withdrawal:${id}:${awaitsCash ? "awaits" : "net"}`;
export const feeHoldOf = ({ id }: Pick<WithdrawalMoney, "id">) => `withdrawal:${id}:fee`;
const holderOf = ({ memberId, asset }: WithdrawalMoney) =>
  memberId === null ? accounts.unclaimed(asset) : accounts.member(memberId, asset);

/** At the request: what will arrive, and our fee. */
export function withdrawalHeld(money: WithdrawalMoney): Booking[] {
  const { asset, fee } = money;
  const debit = holderOf(money);
  const parts = [netHeld(money)];
  if (fee > 0n) {
    const credit = accounts.reserve(asset);
    parts.push({ do: "hold", id: feeHoldOf(money), debit, credit, asset, amount: fee, code: "withdrawal_fee" });
  }
  return parts;
}

/** The cash is there now: what was held in the wallet alone is set aside where it is paid out. */
export function withdrawalCashFound(money: WithdrawalMoney): Booking[] {
  const pendingId = netHoldOf(money);
  return [{ do: "void", id: `${pendingId}:found`, pendingId }, netHeld({ ...money, awaitsCash: false })];
}

/** A hold needs a second account: until there is cash that is our reserve, which it is never posted to. */
function netHeld(money: WithdrawalMoney): Booking {
  const { rail, asset, amount, fee, awaitsCash } = money;
  const credit = awaitsCash ? accounts.reserve(asset) : accounts.rail(rail, asset);
  const sides = { debit: holderOf(money), credit };
  return { do: "hold", id: netHoldOf(money), ...sides, asset, amount: amount - fee, code: "withdrawal" };
}

/** Gives everything back. */
export function withdrawalReleased(money: WithdrawalMoney): Booking[] {
  return holdsOf(money).map(({ id }) => ({ do: "void", id: `${id}:released`, pendingId: id }));
}

/** It has been sent. */
export function withdrawalSent(money: WithdrawalMoney): Booking[] {
  return holdsOf(money).map(({ id, amount }) => ({ do: "settle", id: `${id}:sent`, pendingId: id, amount }));
}

function holdsOf(money: WithdrawalMoney): { id: string; amount: bigint }[] {
  const net = { id: netHoldOf(money), amount: money.amount - money.fee };
  return money.fee > 0n ? [net, { id: feeHoldOf(money), amount: money.fee }] : [net];
}

/** What came back after it had been sent: all of the net amount, or a part. Our fee stays ours. */
export function withdrawalReturned(money: WithdrawalMoney, amount: bigint): Booking {
  const { id, rail, asset } = money;
  const sides = { debit: accounts.rail(rail, asset), credit: holderOf(money) };
  return { do: "forced", id: `withdrawal:${id}:returned`, ...sides, asset, amount, code: "withdrawal" };
}

/**
 * It was sent although it had been reported as failed and was given back: a fact. It comes from what the wallet has
 * (`covered`), the rest from our reserve, which the member then owes. No fee is charged.
 */
export function withdrawalSentLate(money: WithdrawalMoney, covered: bigint): Booking[] {
  const { id, rail, asset, amount, fee } = money;
  const out = { do: "forced", credit: accounts.rail(rail, asset), asset, code: "withdrawal" } as const;
  const parts = [
    { ...out, id: `withdrawal:${id}:late`, debit: holderOf(money), amount: covered },
    { ...out, id: `withdrawal:${id}:late-owed`, debit: accounts.reserve(asset), amount: amount - fee - covered },
  ];
  return parts.filter((part) => part.amount > 0n);
}
