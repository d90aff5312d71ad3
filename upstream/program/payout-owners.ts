import { orderPayouts } from "../orders/order-payouts.ts";
import { sweepPayouts } from "../payouts/sweeps/sweep-ended.ts";
import type { Context } from "../ports/context.ts";
import type { PayoutOwner, PayoutOwners } from "../ports/payout-owner.ts";
import { unclaimedPayouts } from "../wallets/unclaimed/unclaimed-payouts.ts";
import { withdrawalPayouts } from "../withdrawals/withdrawal-payouts.ts";

/** Every owner of outgoing money. A new one exports its `PayoutOwner` and has a line here. */
const registeredOwners: readonly PayoutOwner<Context>[] = [
  orderPayouts,
  withdrawalPayouts,
  unclaimedPayouts,
  sweepPayouts,
];

/** The owner of a kind of movements. Throws on a kind that nobody has registered. */
export const payoutOwners: PayoutOwners<Context> = (kind) => {
  const owner = registeredOwners.find(({ kinds }) => kinds.includes(kind));
  if (!owner) throw new Error(`Nobody owns movements of the kind ${kind}`);
  return owner;
};
