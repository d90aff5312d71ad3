import { accounts, type Booking } from "./booking.ts";

/**
 * Money of the account of unclaimed money on its way out, minor units; `orderRef`: the order that it came from, so that the
 * order's own transfers say what is left of it.
 */
export type UnclaimedMoney = { id: string; rail: string; asset: string; amount: bigint; orderRef: string | null };

export const unclaimedHoldOf = ({ id }: Pick<UnclaimedMoney, "id">) => `unclaimed:${id}`;

const out = ({ rail, asset, orderRef }: UnclaimedMoney) => ({
  ...{ debit: accounts.unclaimed(asset), credit: accounts.rail(rail, asset), asset, code: "unclaimed_payout" as const },
  ...(orderRef !== null && { orderRef }),
});

export function unclaimedHeld(money: UnclaimedMoney): Booking {
  return { do: "hold", id: unclaimedHoldOf(money), ...out(money), amount: money.amount };
}

export function unclaimedSent(money: UnclaimedMoney): Booking {
  const pendingId = unclaimedHoldOf(money);
  return { do: "settle", id: `${pendingId}:sent`, pendingId, amount: money.amount };
}

export function unclaimedReleased(money: UnclaimedMoney): Booking {
  const pendingId = unclaimedHoldOf(money);
  return { do: "void", id: `${pendingId}:released`, pendingId };
}

/** Its deposit was taken back at our cost meanwhile: what was not sent, or came back, is ours. */
export function unclaimedOurs(money: UnclaimedMoney, amount: bigint): Booking {
  const { asset } = money;
  const sides = { debit: accounts.unclaimed(asset), credit: accounts.reserve(asset), asset };
  return { do: "post", id: `${unclaimedHoldOf(money)}:ours`, ...sides, amount, code: "unclaimed_payout" };
}

export const unclaimedLateOf = (money: Pick<UnclaimedMoney, "id">) => `${unclaimedHoldOf(money)}:late`;

/** Sent although it had been reported as failed: a fact. It comes from what is kept (`covered`), the rest from our reserve. */
export function unclaimedSentLate(money: UnclaimedMoney, covered: bigint): Booking[] {
  const late = { do: "forced", ...out(money) } as const;
  const parts = [
    { ...late, id: unclaimedLateOf(money), amount: covered },
    {
      ...late,
      id: `${unclaimedLateOf(money)}-ours`,
      debit: accounts.reserve(money.asset),
      amount: money.amount - covered,
    },
  ];
  return parts.filter(({ amount }) => amount > 0n);
}

/** All of it came back, or a part. */
export function unclaimedReturned(money: UnclaimedMoney, amount: bigint): Booking {
  const { debit, credit, ...rest } = out(money);
  const back = { ...rest, debit: credit, credit: debit, amount };
  return { do: "forced", id: `${unclaimedHoldOf(money)}:returned`, ...back };
}
