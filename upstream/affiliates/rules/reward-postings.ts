import { accounts, type Booking } from "../../ledger/rules/booking.ts";

type Reward = { id: string; partnerId: string; asset: string; amount: bigint };

/** The hold of a reward that waits; its settlement and its end have ids of their own, so that each happens once. */
const rewardHoldId = (id: string) => `affiliate:${id}`;

export function rewardHold({ id, partnerId, asset, amount }: Reward): Booking {
  const [debit, credit] = [accounts.reserve(asset), accounts.affiliate(partnerId, asset)];
  return { do: "hold", id: rewardHoldId(id), debit, credit, asset, amount, code: "affiliate" };
}

export function rewardSettled({ id, amount }: Reward): Booking {
  return { do: "settle", id: `${rewardHoldId(id)}:post`, pendingId: rewardHoldId(id), amount };
}

export function rewardVoided({ id }: Reward): Booking {
  return { do: "void", id: `${rewardHoldId(id)}:void`, pendingId: rewardHoldId(id) };
}

/** What a partner gives back, minor units: of a reward, or of a debt for one that was spent before (`purpose`). */
export function givenBack({ id, partnerId, asset }: Reward, purpose: "back" | "debt", amount: bigint): Booking[] {
  if (amount <= 0n) return [];
  const [debit, credit] = [accounts.affiliate(partnerId, asset), accounts.reserve(asset)];
  return [{ do: "post", id: `${rewardHoldId(id)}:${purpose}`, debit, credit, asset, amount, code: "affiliate" }];
}

export const rewardsPayoutId = (id: string) => `affiliate-payout:${id}`;

type Payout = Reward & { memberId: string };

/** Rewards that go into the partner's own wallet: at once, or held until an operator has decided. */
export function rewardsPayout(step: "post" | "hold", { id, partnerId, memberId, asset, amount }: Payout): Booking {
  const [debit, credit] = [accounts.affiliate(partnerId, asset), accounts.member(memberId, asset)];
  return { do: step, id: rewardsPayoutId(id), debit, credit, asset, amount, code: "affiliate" };
}

export function rewardsPayoutApproved({ id, amount }: Pick<Reward, "id" | "amount">): Booking {
  return { do: "settle", id: `${rewardsPayoutId(id)}:post`, pendingId: rewardsPayoutId(id), amount };
}

/** The money is the partner's again; a debt is repaid from it. */
export function rewardsPayoutRefused({ id, partnerId, asset }: Reward, repaid: bigint): Booking[] {
  const back: Booking = { do: "void", id: `${rewardsPayoutId(id)}:void`, pendingId: rewardsPayoutId(id) };
  if (repaid <= 0n) return [back];
  const sides = { debit: accounts.affiliate(partnerId, asset), credit: accounts.reserve(asset) };
  return [back, { do: "post", id: `${rewardsPayoutId(id)}:debt`, ...sides, asset, amount: repaid, code: "affiliate" }];
}
