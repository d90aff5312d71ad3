import { and, eq, isNull } from "drizzle-orm";
import type { PayinMethod } from "../../contract/order/order-states.ts";
import { order } from "../db/schema/orders.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { identityRefusal } from "../screening/identity/identity-need.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { applyEvent, type EventContext, withExplanation } from "./apply-event.ts";
import { draftFacts, type OrderRow, readOrder } from "./order-facts-query.ts";
import { payerHistory, payerLimitReached } from "./payer/payer-limit.ts";
import { decide } from "./rules/decide.ts";
import type { EventOf, PayinDetails } from "./rules/order-event.ts";
import type { UnpaidUsage } from "./rules/unpaid-limits.ts";
import { readUnpaidUsage } from "./unpaid/unpaid-holds.ts";

/**
 * Makes a draft binding. Pay-in instructions are requested from the rail before the transaction, which may take time
 * and is idempotent per order; an order that would be refused anyway requests none. Refuses with `gateway_unavailable`
 * when the rail is unreachable (the order stays a draft), `quote_expired`, `reserve_insufficient`, `unpaid_limit`,
 * `payer_limit`, `kyc_required`, `pair_paused` or `invalid_transition`. Idempotent. `row` is the order as the caller has just read it,
 * `network` where the customer calls from, `unpaidBefore` what `readUnpaid` returned for both.
 */
export async function executeOrder(
  ctx: EventContext,
  row: OrderRow,
  payWith: PayinMethod,
  network: string,
  unpaidBefore?: Promise<UnpaidUsage | null>,
): Promise<OrderRow | Refusal> {
  const { ref } = row;
  const execute = { name: "execute", network } as const;
  if (row.status !== "draft") return applyEvent(ctx, ref, { ...execute, payin: noInstructions(payWith) }, "client");
  const unpaid = await (unpaidBefore ?? readUnpaid(ctx, row, network));
  const refused = await precheck(ctx, row, { ...execute, payin: noInstructions(payWith) }, unpaid);
  if (refused) return refused;
  if (!ctx.rails.payinMethods(row.fromAsset).includes(payWith)) {
    return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  }
  // Before a rail sends somebody an invoice; the transaction decides.
  const unidentified = await identityRefusal(ctx, ctx.db.orm, {
    row,
    market: await ctx.market.terms(),
    isLocked: false,
  });
  if (unidentified) return unidentified;
  if (payWith !== "balance") {
    const market = await ctx.market.terms();
    const payer = await payerHistory(ctx, ctx.db.orm, { row, market, isLocked: false });
    const reached = payerLimitReached(ctx, payer, { row, market });
    if (reached) return reached;
  }
  const payin = await issue(ctx, row, payWith);
  const result = isRefusal(payin)
    ? payin
    : await applyEvent(ctx, ref, { ...execute, payin }, "client", undefined, { row, unpaid });
  if (isRefusal(result)) await noteIssued(ctx, ref, isRefusal(payin) ? null : payin.rail);
  return result;
}

/** The rail may have told somebody where to pay, so the draft is kept although it was not executed. */
async function noteIssued({ db, clock }: EventContext, ref: string, payinRail: string | null): Promise<void> {
  const isDraft = and(eq(order.ref, ref), isNull(order.payinMethod));
  await db.orm.update(order).set({ payinIssuedAt: clock.now(), payinRail }).where(isDraft);
}

/** What the customer's unpaid orders hold besides this draft; null where no limit applies. */
export async function readUnpaid(ctx: EventContext, row: OrderRow, network: string): Promise<UnpaidUsage | null> {
  if (row.status !== "draft") return null;
  const { reserves } = draftFacts(ctx, row, await ctx.market.terms());
  return readUnpaidUsage(ctx, ctx.db.orm, row, network, reserves);
}

/**
 * Optimistic check against the market snapshot; checked against the database before refusing. The transaction decides.
 */
async function precheck(
  ctx: EventContext,
  row: OrderRow,
  event: EventOf<"execute">,
  unpaid: UnpaidUsage | null,
): Promise<Refusal | undefined> {
  const market = await ctx.market.terms();
  if (!isRefusal(decide({ ...draftFacts(ctx, row, market), unpaid }, event))) return undefined;
  const { facts } = await readOrder(ctx, ctx.db.orm, row, market);
  const decision = decide({ ...facts, unpaid }, event);
  return isRefusal(decision) ? withExplanation(facts, decision) : undefined;
}

async function issue(ctx: EventContext, row: OrderRow, method: PayinMethod): Promise<PayinDetails | Refusal> {
  const { ref, fromAsset, fromAmount, payinAccount, language } = row;
  try {
    const rail = ctx.rails.payinFor(fromAsset, method);
    const issued = await rail.issue({ ref, asset: fromAsset, amount: fromAmount, payer: payinAccount, language });
    return { ...issued, rail: rail.id };
  } catch (error) {
    if (error instanceof RailUnavailable) return refuse("gateway_unavailable");
    throw error;
  }
}

function noInstructions(method: PayinMethod): PayinDetails {
  return { method, rail: null, address: null, memo: null, uri: null, invoiceUrl: null, redirectUrl: null };
}
