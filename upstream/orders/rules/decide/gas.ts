import { accounts } from "../../../ledger/rules/booking.ts";
import type { NetworkFee } from "../../../ledger/rules/network-fee.ts";
import { feeMovement } from "../../../ledger/rules/network-fee.ts";
import { openHolds } from "../../../ledger/rules/order-ledger.ts";
import { smaller } from "../../../shared/rules/smaller.ts";
import { assetOf, type DecisionBuilder, forced, hold, reserveOf, settle, voidHold } from "../decision-builder.ts";
import type { OutgoingFact } from "../order-facts.ts";

/**
 * We bear network fees ("gas"), in the asset that pays them; they never reduce the customer's amount. The most that a
 * transfer may cost is held when it starts, so that transfers at the same time never count on the same gas, and what it
 * did cost is settled when it ends.
 */
const gasHoldOf = ({ id }: Pick<OutgoingFact, "id">) => `${id}:gas`;

type Sending = Pick<OutgoingFact, "rail" | "asset" | "amount">;

/** Whether the rail's account and our reserve have the gas for this transfer, the amount itself left aside. */
export function hasGas(decision: DecisionBuilder, { rail, asset, amount }: Sending): boolean {
  const { gas } = assetOf(decision, asset);
  if (gas === null) return true;
  const cash = decision.facts.cash[accounts.rail(rail, gas.asset)] ?? 0n;
  const atRail = gas.asset === asset ? cash - amount : cash;
  return atRail >= gas.amount && reserveOf(decision, gas.asset).available >= gas.amount;
}

export function holdGas(decision: DecisionBuilder, { id, rail, asset }: Pick<OutgoingFact, "id" | "rail" | "asset">) {
  const { gas } = assetOf(decision, asset);
  if (gas !== null) hold(decision, gasHoldOf({ id }), feeMovement(rail, gas));
}

/** Ends the hold. What it does not cover is booked all the same, because the network has taken it. */
export function bookNetworkFee(
  decision: DecisionBuilder,
  movement: Pick<OutgoingFact, "id" | "rail">,
  fee: NetworkFee | null,
  result: "sent" | "failed" = "sent",
): undefined {
  const { id, rail } = movement;
  const held = openHolds(decision.entries).find((entry) => entry.id === gasHoldOf(movement));
  const covered = held === undefined || held.asset !== fee?.asset ? 0n : smaller(held.amount, fee.amount);
  if (held !== undefined && covered > 0n) settle(decision, held.id, covered);
  else if (held !== undefined) voidHold(decision, held.id);
  if (fee === null) return;
  const rest = { ...fee, amount: fee.amount - covered };
  forced(decision, result === "sent" ? `${id}:network-fee` : `${id}:failed-fee`, feeMovement(rail, rest));
}
