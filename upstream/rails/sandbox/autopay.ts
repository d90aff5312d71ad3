import { and, eq, notExists, sql } from "drizzle-orm";
import { asset, order, payment, sandboxStep } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { payInvoice } from "./invoice/simulate-invoice-event.ts";
import { payAtGateway } from "./nebulox/pay-at-once.ts";
import { networkOf } from "./network.ts";
import { plannedStep } from "./pay.ts";

/**
 * Pays every order that waits for its first payment, exactly and once, for demos and load tests. The payments then
 * proceed as usual. Safe in several processes, because the step id is derived from the order.
 */
export async function autopay(ctx: Context): Promise<void> {
  const { orm } = ctx.db;
  const paidBefore = orm.select({ id: payment.id }).from(payment).where(eq(payment.orderRef, order.ref));
  const planned = orm
    .select({ id: sandboxStep.id })
    .from(sandboxStep)
    .where(sql`${sandboxStep.id} = 'auto-' || ${order.ref}`);
  const waiting = await orm
    .select({
      ref: order.ref,
      method: order.payinMethod,
      amount: order.fromAmount,
      asset: asset.id,
      required: asset.confirmations,
    })
    .from(order)
    .innerJoin(asset, eq(asset.id, order.fromAsset))
    .where(and(eq(order.status, "awaiting_payment"), notExists(paidBefore), notExists(planned)))
    .limit(100);

  for (const { ref } of waiting.filter(({ method }) => method === "paypal_invoice")) await payInvoice(ctx, ref);
  for (const { ref, method, amount, asset: paid } of waiting) {
    // Only the first payment of a session, so that the next run does not pay again before the first is reported.
    const pay = { asset: paid, amount, after: 0, vanishes: false };
    if (method === "hosted_gateway") await payAtGateway(ctx, ref, pay);
  }

  const others = waiting.filter(({ method }) => method !== "paypal_invoice" && method !== "hosted_gateway");
  const steps = others.flatMap(({ ref, required, method: _, ...pay }) => {
    const network = networkOf(pay.asset);
    const step = network && plannedStep(`auto-${ref}`, ref, network, { step: "pay", ...pay }, required);
    return step ? [{ ...step, dueAt: ctx.clock.now() }] : [];
  });
  if (steps.length > 0) await orm.insert(sandboxStep).values(steps).onConflictDoNothing();
}
