import { eventReporter } from "../../../orders/report-event.ts";
import type { Context } from "../../../ports/context.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { followInvoice } from "../../paypal/follow-invoice.ts";
import { type Changed, type Invoice, impossible } from "./invoice.ts";
import { changeInvoice, invoiceOf, markReported, unreported, versionOf } from "./invoice-store.ts";
import { sandboxInvoices } from "./rail.ts";

/**
 * Applies an action at the simulated PayPal: its own data changes first, then the order is notified and reads the
 * invoice again. `reportChanged` repeats notifications lost in a crash. Refuses with `invalid_transition` what PayPal
 * would not do, and returns the order's refusal.
 */
export async function applyInvoiceChange(
  ctx: Context,
  orderRef: string,
  change: (invoice: Invoice) => Changed,
): Promise<Refusal | undefined> {
  const changed = await ctx.db.transaction((tx) => changeInvoice(tx, { orderRef }, ctx.clock.now(), change));
  if (changed === impossible) return refuse("invalid_transition");
  return report(ctx, orderRef);
}

/**
 * Notifies every order whose invoice has unreported changes; safe in several processes, since notifications are
 * idempotent.
 */
export async function reportChanged(ctx: Context): Promise<void> {
  for (const { ref } of await unreported(ctx.db)) await report(ctx, ref);
}

async function report(ctx: Context, ref: string): Promise<Refusal | undefined> {
  const version = await versionOf(ctx.db.orm, ref);
  const refusal = await followInvoice(ctx, sandboxInvoices(ctx), ref, eventReporter(ctx));
  // An order that is not executed yet is notified later.
  if (refusal?.refused === "not_found") return undefined;
  if (refusal) ctx.log.warn({ ref, code: refusal.refused }, "invoice change refused by the order");
  await markReported(ctx.db, ref, version);
  return refusal;
}

export const invoiceOfOrder = (ctx: Context, orderRef: string) => invoiceOf(ctx.db.orm, { orderRef });
