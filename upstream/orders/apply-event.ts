import { bookWithRewards, followOrder } from "../affiliates/follow-order.ts";
import { blockRefusal, partyOfOrder } from "../blocks/blocks.ts";
import type { Tx } from "../db/database.ts";
import { selectOrder } from "../db/sql/select-order.ts";
import { BookingRefused } from "../ledger/book.ts";
import { accounts, type Booking } from "../ledger/rules/booking.ts";
import { lockAddress } from "../ledger/sweeps/read-addresses.ts";
import { cashbackOf } from "../market/rules/cashback.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { openForCashback, recordInWallet, repayFromCredits } from "../wallets/record-order.ts";
import { loadFacts, type OrderRow } from "./order-facts-query.ts";
import { payerLimitReached } from "./payer/payer-limit.ts";
import { countPromo } from "./promo/promo-count.ts";
import { actionsOf } from "./rules/actions.ts";
import { decide, isUnchanged } from "./rules/decide.ts";
import { paymentOf } from "./rules/duplicate-events.ts";
import type { EventSource, OrderEvent } from "./rules/order-event.ts";
import type { OrderFacts } from "./rules/order-facts.ts";
import type { UnpaidStanding } from "./rules/unpaid-limits.ts";
import { saveDecision } from "./save-decision.ts";
import { followHold, readStanding, recordHold } from "./unpaid/unpaid-holds.ts";

/** The services applyEvent needs. */
export type EventContext = Pick<
  Context,
  "clock" | "db" | "env" | "ids" | "jobs" | "market" | "memberLimit" | "payoutOwners" | "policy" | "rails" | "rates"
>;

/**
 * The only place where an event is applied to an order: one transaction locks the order, decides, books and writes.
 * Idempotent. Returns the order afterwards, or refuses with `not_found`, with `invalid_transition` and the allowed
 * actions, or with a rule's reason; a refusal changes nothing. `acceptOnce` is called under the order's lock and says
 * whether the event may take effect; what it writes commits or rolls back with the event.
 */
export async function applyEvent(
  ctx: EventContext,
  ref: string,
  event: OrderEvent,
  by: EventSource,
  acceptOnce?: (tx: Tx) => Promise<boolean>,
  unpaidBefore?: UnpaidStanding | null,
): Promise<OrderRow | Refusal> {
  return applyEvents(ctx, ref, [event], by, acceptOnce, unpaidBefore);
}

/**
 * The same for events that belong together: all of them in one transaction, or none. `acceptOnce` is called once.
 * `unpaidBefore`: what the customer's unpaid orders hold, as it was read just now; whether that is still so is asked again when
 * the hold is recorded, and a second attempt reads it itself.
 */
export async function applyEvents(
  ctx: EventContext,
  ref: string,
  events: readonly OrderEvent[],
  by: EventSource,
  acceptOnce?: (tx: Tx) => Promise<boolean | Refusal>,
  unpaidBefore?: UnpaidStanding | null,
): Promise<OrderRow | Refusal> {
  const market = await ctx.market.terms();
  for (let attempt = 1; ; attempt += 1) {
    try {
      let isPriced = false;
      const answer = await ctx.db.transaction(async (tx) => {
        isPriced = false;
        const row = await selectOrder(ctx.db.rawIn(tx), ref, "lock");
        if (!row) return refuse("not_found");
        const accepted = acceptOnce ? await acceptOnce(tx) : true;
        if (accepted === false) return row;
        let outcome: OrderRow | Refusal = accepted === true ? row : accepted;
        for (const event of events) {
          if (isRefusal(outcome)) break;
          const standing = attempt === 1 ? unpaidBefore : undefined;
          const applied = await applyInTransaction(ctx, tx, outcome, event, by, market, standing);
          outcome = applied.outcome;
          isPriced ||= changesTerms(ctx, market, applied.bookings);
        }
        if ((acceptOnce || events.length > 1) && isRefusal(outcome)) throw new EventRefused(outcome);
        return outcome;
      });
      ctx.jobs.wakeWorkers();
      if (!isRefusal(answer)) {
        if (isPriced) ctx.market.changed();
        else ctx.market.reserveChanged();
      }
      return answer;
    } catch (error) {
      if (error instanceof EventRefused) return error.refusal;
      if (!(error instanceof BookingRefused)) throw error;
      // Another order took the reserve between read and booking: retry with the current reserve.
      if (attempt === maxAttempts) return error.refusal;
    }
  }
}

const maxAttempts = 5;

/**
 * Whether more than reserves may differ afterwards: a shortfall begins or ends, which changes the status of a pair, or money
 * lies at a place that the snapshot does not know. Most events leave the terms in memory as they are.
 */
function changesTerms(
  { rails }: Pick<Context, "rails">,
  { assets }: MarketSnapshot,
  bookings: readonly Booking[],
): boolean {
  // A reserve repays its shortfall with whatever comes in.
  if (assets.some(({ shortfall }) => shortfall > 0n)) return bookings.length > 0;
  return bookings.some((booking) => {
    if (booking.do === "settle" || booking.do === "void") return false;
    if (booking.do === "forced") return true;
    const { asset } = booking;
    const paying = accounts.rail(rails.payoutRail(asset) ?? "", asset);
    const places = [paying, ...(assets.find(({ id }) => id === asset)?.elsewhere ?? [])];
    return [booking.debit, booking.credit].some(
      (id) => id === accounts.shortfall(asset) || (id.startsWith("assets:") && !places.includes(id)),
    );
  });
}

/** Rolls back what `acceptOnce` has written. */
class EventRefused extends BookingRefused {}

async function applyInTransaction(
  ctx: EventContext,
  tx: Tx,
  row: OrderRow,
  event: OrderEvent,
  by: EventSource,
  market: MarketSnapshot,
  standing: UnpaidStanding | null | undefined,
): Promise<{ outcome: OrderRow | Refusal; bookings: readonly Booking[] }> {
  const unbooked = (outcome: OrderRow | Refusal) => ({ outcome, bookings: [] });
  const blocked = await blockedBy(tx, row, event, by, ctx.clock.now());
  if (blocked) return unbooked(blocked);
  // The first payment in another asset needs the facts of that asset.
  const loaded = await loadFacts(ctx, tx, row, market, "payment" in event ? [event.payment.asset] : []);
  // An order that is paid in the same moment holds nothing unpaid.
  const isUnpaid = event.name === "execute" && event.payin.method !== "balance";
  if (isUnpaid && row.status === "draft") {
    const reached = await payerLimitReached(ctx, tx, { row, market, isLocked: true });
    if (reached) return unbooked(reached);
  }
  const unpaid = isUnpaid ? (standing ?? (await readStanding(ctx, tx, row, event.network, loaded.reserves))) : null;
  const facts = { ...loaded, unpaid, atAddress: await lockAddressOf(tx, loaded, event) };
  const decision = decide(facts, event);
  if (isRefusal(decision)) return unbooked(withExplanation(facts, decision));
  if (isUnchanged(decision)) return unbooked(row);
  const promo = await countPromo(tx, { before: row, after: decision.order, now: facts.now });
  if (promo) return unbooked(promo);
  const known = new Set(facts.outgoing.map(({ id }) => id));
  const after = await saveDecision(ctx, tx, row, decision, { event, by, known, now: facts.now });
  const rewards = await followOrder(ctx, tx, {
    before: row,
    after,
    entries: decision.entries,
    market,
    now: facts.now,
  });
  if (event.name === "execute") await openCashbackWallet(tx, after, facts);
  const wallets = await recordInWallet(tx, after, decision);
  // Last, because orders that use the same reserve wait for each other from here to the commit.
  const booked = await bookWithRewards(tx, after.ref, { bookings: decision.bookings, rewards }, facts.now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  await repayFromCredits(tx, wallets, facts.now);
  if (isUnpaid) {
    const { network } = event;
    const exceeded = await recordHold(ctx, tx, after, { network, facts });
    if (exceeded) throw new BookingRefused(exceeded);
  } else await followHold(ctx, tx, row, after);
  return { outcome: after, bookings: decision.bookings };
}

/** Whom an operator has blocked opens no order, and names no account for its money; the payout guard holds the rest. */
async function blockedBy(tx: Tx, row: OrderRow, event: OrderEvent, by: EventSource, now: Date) {
  if (event.name === "execute" && row.status === "draft") return blockRefusal(tx, await partyOfOrder(tx, row), now);
  const account = by === "client" ? accountNamedBy(event) : null;
  return account === null ? undefined : blockRefusal(tx, { accounts: [account] }, now);
}

function accountNamedBy(event: OrderEvent): string | null {
  if (event.name === "set_payout_account") return event.account;
  const isRefund = event.name === "set_refund_address" || event.name === "request_refund";
  return isRefund ? (event.refund?.account ?? null) : null;
}

/** The order's deposit address, where the event brings a payment there or takes one back. */
async function lockAddressOf(tx: Tx, facts: OrderFacts, event: OrderEvent): Promise<OrderFacts["atAddress"]> {
  const payment = paymentAtDeposits(facts, event);
  if (!payment || payment.address === null) return {};
  const { rail, asset, address } = payment;
  return { [accounts.deposits(rail, asset)]: await lockAddress(tx, { rail, asset }, address) };
}

function paymentAtDeposits(facts: OrderFacts, event: OrderEvent) {
  if (event.name === "payment_final") {
    const { rail, asset, address = facts.order.payinAddress } = event.payment;
    const isSwept = facts.assets[asset]?.depositRails.includes(rail);
    // The address is this order's alone: nothing was swept from there before its first payment.
    const hasReceived = facts.payments.some((payment) => payment.address === address);
    return isSwept && hasReceived ? { rail, asset, address } : undefined;
  }
  return event.name === "payment_reversed" ? paymentOf(facts, event) : undefined;
}

/** Cashback needs a wallet at completion; without an owner there is none to come. */
async function openCashbackWallet(tx: Tx, after: OrderRow, { assets, now }: OrderFacts): Promise<void> {
  const [from, to] = [assets[after.fromAsset], assets[after.toAsset]];
  const cashback = from && to && cashbackOf(after, { from, to });
  if (cashback && after.ownerId !== null) await openForCashback(tx, after.ownerId, cashback.asset, now);
}

/** Adds status and allowed actions to a refusal. */
export function withExplanation(facts: OrderFacts, refusal: Refusal): Refusal {
  if (refusal.refused !== "invalid_transition") return refusal;
  return { ...refusal, extra: { current_status: facts.order.status, actions: actionsOf(facts), ...refusal.extra } };
}
