import { parseAmount } from "../../../contract/values/decimal.ts";
import type { order } from "../../db/schema/index.ts";
import { applyEvent } from "../../orders/apply-event.ts";
import type { OrderEvent } from "../../orders/rules/order-event.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { transactionId } from "./network.ts";

type OrderRow = typeof order.$inferSelect;
type DisputeEventName = `dispute_${"opened" | "won" | "lost"}`;

/**
 * Simulates PayPal disputes; only PayPal payments can be disputed. Without an amount, a dispute covers everything
 * undisputed. A decision applies to the oldest open one.
 */
export async function dispute(
  ctx: Context,
  row: OrderRow,
  name: DisputeEventName,
  typed: string | null,
): Promise<Refusal | undefined> {
  const impossible = refuse("invalid_transition", { extra: { current_status: row.status } });
  const { payinMethod, payinRail, disputes } = row;
  if (!payinMethod?.startsWith("paypal_") || payinRail === null) return impossible;
  if (name === "dispute_opened") {
    const amount = typed === null ? null : parseAmount(typed, 2);
    if (typeof amount === "string") return refuseFields({ pointer: "/amount", code: amount });
    return applyRailEvent(ctx, row, { name, caseId: caseId(row, disputes.length), rail: payinRail, amount });
  }
  const open = disputes.find(({ state }) => state === "open");
  return open ? applyRailEvent(ctx, row, { name, caseId: open.caseId }) : impossible;
}

async function applyRailEvent(ctx: Context, row: OrderRow, event: OrderEvent): Promise<Refusal | undefined> {
  const result = await applyEvent(ctx, row.ref, event, "rail");
  return isRefusal(result) ? result : undefined;
}

/** PayPal's format; submitting the same form twice gives the same case. */
function caseId({ ref }: OrderRow, before: number): string {
  const digits = transactionId("paypal", `dispute-${ref}-${before}`);
  return `PP-D-${digits.slice(0, 8)}`;
}
