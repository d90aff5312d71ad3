import { sql } from "drizzle-orm";
import {
  finalStatuses,
  holdReasons,
  orderConditions,
  orderStatuses,
  payinMethods,
} from "../../../contract/order/order-states.ts";
import { listed, rule } from "./constraints.ts";

export const sides = ["from", "to"] as const;
/** `session`: typed by its signed-in member; `link`: a link or code that was emailed there was used. */
export const emailProofs = ["session", "link"] as const;

const isOneOf = (statuses: readonly string[]) =>
  sql.raw(`status in (${statuses.map((status) => `'${status}'`).join(", ")})`);

/**
 * Of indexes that only orders in some statuses are in, so that writing the others costs nothing there. Their queries use these very
 * words: a plan for any list of statuses could not use such an index.
 */
export const hasEnded = isOneOf(finalStatuses);
export const isUnpaidStatus = isOneOf(["awaiting_payment", "payment_reported"]);
export const isDraftOrEnded = isOneOf(["draft", ...finalStatuses]);

/** What the database refuses of an order, whoever writes it. */
export const orderConstraints = [
  listed("exchange_order", "status", orderStatuses),
  listed("exchange_order", "condition", orderConditions),
  listed("exchange_order", "resting_status", finalStatuses),
  listed("exchange_order", "side", sides),
  listed("exchange_order", "hold_reason", holdReasons),
  listed("exchange_order", "payin_method", payinMethods),
  listed("exchange_order", "email_proof", emailProofs),
  rule("exchange_order_amounts", "from_amount > 0 and to_amount >= 0 and received >= 0 and sent >= 0"),
  rule(
    "exchange_order_price",
    `service_bps between 0 and 10000 and bonus_bps >= 0 and fixed_bonus >= 0 and payout_fee >= 0
      and service_fee >= 0 and bonus >= 0`,
  ),
  rule(
    "exchange_order_hold",
    `(hold_reason is null) = (hold_since is null) and (hold_reason is null) = (hold_deadline is null)
      and (hold_reason is not null or hold_offer is null)`,
  ),
  rule(
    "exchange_order_held",
    `case when hold_reason is null then status <> 'on_hold' else status in ('on_hold', 'refund_pending') end`,
  ),
  // Until then it has no method of payment. A payment to it waits as unclaimed.
  rule("exchange_order_executed", "payin_method is not null or status in ('draft', 'expired', 'cancelled')"),
] as const;
