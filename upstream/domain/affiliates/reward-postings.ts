import { accounts, type Booking } from "../ledger/booking.ts";

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
