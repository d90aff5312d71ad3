import type { PayoutWait } from "../../contract/values/payout-waits.ts";
import type { MovementState } from "../orders/rules/order-facts.ts";

/** How far the payout guard is with a movement. `isStopped`: operators have stopped its rail, or all of them. */
type GuardedMovement = { state: MovementState; why: string | null; isStopped: boolean };

/** The word for the customer, by the reason that the guard or a rail has recorded. */
const waitsByReason: Readonly<Record<string, PayoutWait>> = {
  cap_hour: "release",
  cap_day: "release",
  signer_cap_hour: "release",
  signer_cap_day: "release",
  signer_fee_cap_day: "release",
  signer_stopped: "paused",
  rail_away: "paused",
  screening_answer: "check",
  dispute: "review",
  network_fee_above_cap: "network_fee",
  signer_fee_cap: "network_fee",
  hot_balance_low: "funds",
  gas_low: "funds",
};

/**
 * What a movement waits for before it is sent; null once its rail has it, and while nothing keeps it back. It tells neither our
 * limits nor what a list has. A reason that is not listed means that our team reviews it.
 */
export function payoutWait({ state, why, isStopped }: GuardedMovement): PayoutWait | null {
  switch (state) {
    case "held":
      return "review";
    case "waiting":
    case "approved":
    case "prepared":
      if (isStopped) return "paused";
      // Operators let the rail go on a moment ago: its movements are queued.
      if (why === null || why === "stopped") return null;
      return waitsByReason[why] ?? "review";
    case "broadcast":
      // A reason after it was sent means that its rail has seen it.
      return isStopped && why === null ? "paused" : null;
    default:
      return null;
  }
}
