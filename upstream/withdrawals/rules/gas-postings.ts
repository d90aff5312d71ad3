import type { Booking } from "../../ledger/rules/booking.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import { type FeePlace, feeMovement } from "../../ledger/rules/network-fee.ts";
import { smaller } from "../../shared/rules/smaller.ts";

/** A movement of `outgoing`, whose rail pays network fees from an account of ours; `place`: which, `hot` where it is missing. */
type Sender = { outgoingId: string; rail: string; place?: FeePlace };

export const gasHoldOf = (outgoingId: string) => `${outgoingId}:gas`;

/** The most that sending it may cost: held before it is sent, so that movements never count on the same gas. */
export function gasHeld({ outgoingId, rail, place }: Sender, gas: NetworkFee): Booking {
  return { do: "hold", id: gasHoldOf(outgoingId), ...feeMovement(rail, gas, place) };
}

/**
 * What sending it has cost, from what was held for it (`held`); the rest of that is free again. What the hold does not
 * cover is booked all the same, because the network has taken it.
 */
export function gasSpent(
  { outgoingId, rail, place }: Sender,
  held: NetworkFee | null,
  fee: NetworkFee | null,
  result: "sent" | "failed",
): Booking[] {
  const hold = gasHoldOf(outgoingId);
  const covered = held === null || held.asset !== fee?.asset ? 0n : smaller(held.amount, fee.amount);
  const bookings: Booking[] = [];
  if (held !== null && covered > 0n)
    bookings.push({ do: "settle", id: `${hold}:post`, pendingId: hold, amount: covered });
  else if (held !== null) bookings.push({ do: "void", id: `${hold}:void`, pendingId: hold });
  if (fee === null || fee.amount === covered) return bookings;
  const id = result === "sent" ? `${outgoingId}:network-fee` : `${outgoingId}:failed-fee`;
  const rest = { ...fee, amount: fee.amount - covered };
  return [...bookings, { do: "forced", id, ...feeMovement(rail, rest, place) }];
}
