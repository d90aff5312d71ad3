import type { Context } from "../../../context.ts";
import { type Refusal, refuse } from "../../../domain/refusal.ts";
import { reportTo } from "../../../orders/report-event.ts";
import { followInvoice } from "../../paypal/follow-invoice.ts";
import { type Changed, type Invoice, impossible } from "./invoice.ts";
import { changeInvoice, invoiceOf, markReported, unreported, versionOf } from "./invoice-store.ts";
import { sandboxInvoices } from "./rail.ts";

/**
 * Somebody does something at PayPal: it stands in PayPal's books first, then the order is told that the invoice changed
 * and reads it again. What was changed and not told, because a process ended in between, is told by `reportChanged`.
 * Refuses with `invalid_transition` what PayPal would not do, and passes on what the order took amiss.
 */
export async function atPaypal(
  ctx: Context,
  orderRef: string,
  change: (invoice: Invoice) => Changed,
): Promise<Refusal | undefined> {
  const changed = await ctx.db.transaction((tx) => changeInvoice(tx, { orderRef }, ctx.clock.now(), change));
  if (changed === impossible) return refuse("invalid_transition");
  return report(ctx, orderRef);
}

/** Tells every order whose invoice changed unheard; safe in several processes, since hearing it twice changes nothing. */
export async function reportChanged(ctx: Context): Promise<void> {
  for (const { ref } of await unreported(ctx.db)) await report(ctx, ref);
}

async function report(ctx: Context, ref: string): Promise<Refusal | undefined> {
  const version = await versionOf(ctx.db.orm, ref);
  const refusal = await followInvoice(ctx, sandboxInvoices(ctx), ref, reportTo(ctx));
  // An order that is not executed yet hears of it later.
  if (refusal?.refused === "not_found") return undefined;
  if (refusal) ctx.log.warn({ ref, code: refusal.refused }, "order did not take what its invoice says");
  await markReported(ctx.db, ref, version);
  return refusal;
}

export const invoiceOfOrder = (ctx: Context, orderRef: string) => invoiceOf(ctx.db.orm, { orderRef });
