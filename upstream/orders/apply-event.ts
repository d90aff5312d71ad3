import type { HoldReason } from "../../contract/order/order-states.ts";
import { bookWithRewards, followOrder } from "../affiliates/follow-order.ts";
import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { lockOrder } from "../db/sql/select-order.ts";
import { saveOrder } from "../db/sql/update-order.ts";
import { BookingRefused } from "../ledger/book.ts";
import { accounts, type Booking } from "../ledger/rules/booking.ts";
import { lockAddress } from "../ledger/sweeps/read-addresses.ts";
import { cashbackOf } from "../market/rules/cashback.ts";
import { storedCosts } from "../market/rules/costs.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { partyOfOrder, readBlocks, readCustomerBlocks, refusalOf } from "../screening/blocks/blocks.ts";
import type { PartyBlocks } from "../screening/blocks/rules/block-keys.ts";
import { countForIdentity, identityRefusal, isPaidUnidentified } from "../screening/identity/identity-need.ts";
import { markAsHolding, providerOf } from "../screening/provider/questions.ts";
import { hitsOn } from "../screening/screen.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { openForCashback, recordInWallet, repayFromCredits } from "../wallets/record-order.ts";
import { keepUnreturnable } from "./keep-unreturnable.ts";
import { operatorHoldOf } from "./operator-hold.ts";
import { type FactsAhead, loadFacts, type OrderRow, readFactsAhead } from "./order-facts-query.ts";
import { payerHistory, payerLimitReached } from "./payer/payer-limit.ts";
import { countPromo } from "./promo/promo-count.ts";
import { actionsOf } from "./rules/actions.ts";
import { decide, isUnchanged } from "./rules/decide.ts";
import type { Decision } from "./rules/decision.ts";
import { paymentOf } from "./rules/duplicate-events.ts";
import type { EventSource, OrderEvent } from "./rules/order-event.ts";
import type { OrderFacts } from "./rules/order-facts.ts";
import type { UnpaidUsage } from "./rules/unpaid-limits.ts";
import { saveDecision } from "./save-decision.ts";
import { identityHold, mayBeHeld, mayBeHeldNow, occasionOf, screeningHold, screenOrder } from "./screen-order.ts";
import { followedHold, newHold, readUnpaidUsage } from "./unpaid/unpaid-holds.ts";

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
  before?: ReadBefore,
): Promise<OrderRow | Refusal> {
  return applyEvents(ctx, ref, [event], by, acceptOnce, before);
}

/** The order as its caller has just read it, and what the customer's other unpaid orders held then. */
export type ReadBefore = { row: OrderRow; unpaid: UnpaidUsage | null };

/**
 * The same for events that belong together: all of them in one transaction, or none. `acceptOnce` is called once.
 * `before` saves waiting: what depends on the order is read for this row behind the statement that locks it, and again where the
 * row has changed; what unpaid orders hold is asked again when the hold is recorded. A second attempt reads all of it itself.
 */
export async function applyEvents(
  ctx: EventContext,
  ref: string,
  events: readonly OrderEvent[],
  by: EventSource,
  acceptOnce?: (tx: Tx) => Promise<boolean | Refusal>,
  before?: ReadBefore,
): Promise<OrderRow | Refusal> {
  const market = await ctx.market.terms();
  for (let attempt = 1; ; attempt += 1) {
    try {
      let isPriced = false;
      const result = await ctx.db.transaction(async (tx) => {
        isPriced = false;
        const earlier = attempt === 1 ? before : undefined;
        const [locked, ahead] = await pipeline(
          lockOrder(ctx.db.rawIn(tx), ref),
          earlier && readAhead(ctx, tx, earlier, market),
        );
        if (!locked) return refuse("not_found");
        const { row } = locked;
        const isCompared = locked.isCompared || providerOf(ctx.env) !== null;
        const accepted = acceptOnce ? await acceptOnce(tx) : true;
        if (accepted === false) return row;
        let after: OrderRow | Refusal = accepted === true ? row : accepted;
        for (const event of events) {
          if (isRefusal(after)) break;
          const apply = isCompared ? applyScreened : applyInTransaction;
          const applied = await applyIdentified(ctx, tx, after, { event, by, market, isCompared, ahead }, apply);
          after = applied.result;
          isPriced ||= applied.isKeptAside === true || changesTerms(ctx, market, applied.bookings);
        }
        if ((acceptOnce || events.length > 1) && isRefusal(after)) throw new EventRefused(after);
        return after;
      });
      ctx.jobs.wakeWorkers();
      if (!isRefusal(result)) {
        if (isPriced) ctx.market.changed();
        else ctx.market.reserveChanged();
      }
      return result;
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
    const counted = [paying, ...(assets.find(({ id }) => id === asset)?.elsewhere ?? [])];
    return [booking.debit, booking.credit].some(
      (id) => id === accounts.shortfall(asset) || (id.startsWith("assets:") && !counted.includes(id)),
    );
  });
}

/** Rolls back what `acceptOnce` has written. */
class EventRefused extends BookingRefused {}

/** What was read for `row` before it was locked. */
type Ahead = ReadBefore & { facts: FactsAhead };

async function readAhead(ctx: EventContext, tx: Tx, before: ReadBefore, market: MarketSnapshot): Promise<Ahead> {
  return { ...before, facts: await readFactsAhead(ctx, tx, before.row, market) };
}

/** `isCompared`: there is somebody whom the exchange does not serve, or a provider that knows. */
type Applied = {
  event: OrderEvent;
  by: EventSource;
  market: MarketSnapshot;
  isCompared: boolean;
  ahead: Ahead | undefined;
};

/** `lists`: those in force, where they were read. `isKeptAside`: a payment that is not the order's. */
type BookedResult = {
  result: OrderRow | Refusal;
  bookings: readonly Booking[];
  lists?: PartyBlocks["lists"] | undefined;
  isKeptAside?: boolean;
};

/**
 * Applies an event, then holds the order where something else still holds it, or where it was paid more than somebody may exchange
 * who has not said who they are.
 */
async function applyIdentified(
  ctx: EventContext,
  tx: Tx,
  row: OrderRow,
  applied: Applied,
  apply: typeof applyInTransaction,
): Promise<BookedResult> {
  const first = await apply(ctx, tx, row, applied);
  const after = first.result;
  if (isRefusal(after) || after === row || !mayBeHeld(after)) return first;
  const { event, market } = applied;
  const again = await heldBefore(tx, row);
  if (again !== null) return andHold(ctx, tx, first, { after, event: { ...screeningHold, reason: again }, market });
  // Whatever it was on hold for was first: an order is held for one thing at a time.
  const isReleased = event.name === "operator_release" && row.holdReason !== identityHold.reason;
  const isHeld = after.holdReason === identityHold.reason;
  if ((event.name !== "payment_final" && !isReleased) || isHeld || !(await mayBeHeldNow(tx, after))) return first;
  if (!(await isPaidUnidentified(ctx, tx, { row: after, market }))) return first;
  return andHold(ctx, tx, first, { after, event: identityHold, market });
}

/**
 * The gateway's review takes the place of another hold, and a hit does not hold what a dispute holds. When they are over, this is what
 * the order is still held for: by an operator, or for a check by lists or the provider. Null where nothing holds it.
 */
async function heldBefore(tx: Tx, row: OrderRow): Promise<HoldReason | null> {
  if (row.holdReason !== "dispute" && row.holdReason !== "gateway_review") return null;
  const byOperator = await operatorHoldOf(tx, row);
  if (byOperator !== null) return byOperator;
  const { open, confirmed, waiting } = await hitsOn(tx, "order", row.ref);
  if (waiting > 0) await markAsHolding(tx, "order", row.ref);
  return open + confirmed + waiting > 0 ? screeningHold.reason : null;
}

/** The same result with a hold behind it, where the order can be held. */
async function andHold(
  ctx: EventContext,
  tx: Tx,
  first: BookedResult,
  { after, event, market }: { after: OrderRow; event: OrderEvent; market: MarketSnapshot },
): Promise<BookedResult> {
  const second = await applyInTransaction(ctx, tx, after, {
    event,
    by: "system",
    market,
    isCompared: true,
    ahead: undefined,
  });
  if (isRefusal(second.result)) return first;
  return { result: second.result, bookings: [...first.bookings, ...second.bookings] };
}

/**
 * Applies an event, then holds the order where it brings somebody who may be a listed party: in one transaction, so that no
 * job takes the order before, and where the provider has not answered about a payment. What cannot be held any more, the payout
 * guard holds.
 */
async function applyScreened(ctx: EventContext, tx: Tx, row: OrderRow, applied: Applied): Promise<BookedResult> {
  const { event, market } = applied;
  const first = await applyInTransaction(ctx, tx, row, applied);
  const occasion = occasionOf(event);
  const after = first.result;
  if (occasion === undefined || isRefusal(after) || after === row) return first;
  const sender = "payment" in event ? (event.payment.sender ?? null) : null;
  // Who is blocked was refused before it was executed: only the lists are left.
  const partyBlocks =
    occasion === "execute" && first.lists ? { blocks: [], lists: first.lists, hasNames: false } : undefined;
  const { open, confirmed, waiting } = await screenOrder(ctx, tx, after, occasion, { sender, partyBlocks });
  // Only final money has somewhere to go: until then an order need not wait for the provider.
  const waits = waiting > 0 && event.name === "payment_final";
  if ((open + confirmed === 0 && !waits) || !(await mayBeHeldNow(tx, after))) return first;
  if (waits) await markAsHolding(tx, "order", after.ref);
  return andHold(ctx, tx, first, { after, event: screeningHold, market });
}

async function applyInTransaction(
  ctx: EventContext,
  tx: Tx,
  row: OrderRow,
  { event, by, market, isCompared, ahead }: Applied,
): Promise<BookedResult> {
  const unbooked = (result: OrderRow | Refusal) => ({ result, bookings: [] });
  const partyBlocks = isCompared ? await blocksBefore(ctx, tx, row, event, { by, now: ctx.clock.now() }) : undefined;
  const blocked = partyBlocks && refusalOf(partyBlocks);
  if (blocked) return unbooked(blocked);
  // The first payment in another asset needs the facts of that asset.
  const extraAssets = "payment" in event ? [event.payment.asset] : [];
  const loaded = await loadFacts(ctx, tx, row, market, { extraAssets, ahead: ahead?.facts });
  // An order that is paid in the same moment holds nothing unpaid.
  const isUnpaid = event.name === "execute" && event.payin.method !== "balance";
  const isExecuted = isUnpaid && row.status === "draft";
  const payer = isExecuted ? await payerHistory(ctx, tx, { row, market, isLocked: true }) : null;
  const reached = payerLimitReached(ctx, payer, { row, market });
  if (reached) return unbooked(reached);
  const isPlaced = event.name === "execute" && row.status === "draft";
  const unidentified = isPlaced ? await identityRefusal(ctx, tx, { row, market, isLocked: true }) : undefined;
  if (unidentified) return unbooked(unidentified);
  const unpaid = isUnpaid
    ? (ahead?.unpaid ?? (await readUnpaidUsage(ctx, tx, row, event.network, loaded.reserves)))
    : null;
  const facts = { ...loaded, unpaid, payer, atAddress: await lockAddressOf(tx, loaded, event) };
  if (await keepUnreturnable(ctx, tx, facts, event)) return { ...unbooked(row), isKeptAside: true };
  const decision = decide(facts, event);
  if (isRefusal(decision)) return unbooked(withExplanation(facts, decision));
  if (isUnchanged(decision)) return unbooked(row);
  const promo = await countPromo(tx, { before: row, after: decision.order, now: facts.now });
  if (promo) return unbooked(promo);
  const after = await carryOut(ctx, tx, row, decision, { event, by, market, facts });
  if (isPlaced) await countForIdentity(ctx, tx, after);
  return { result: after, bookings: decision.bookings, lists: partyBlocks?.lists };
}

type Decided = {
  event: OrderEvent;
  by: EventSource;
  market: MarketSnapshot;
  facts: Awaited<ReturnType<typeof loadFacts>>;
};

/** Writes and books a decision. Throws `BookingRefused` where another order took what it needs. */
async function carryOut(
  ctx: EventContext,
  tx: Tx,
  row: OrderRow,
  decision: Decision,
  { event, by, market, facts }: Decided,
): Promise<OrderRow> {
  const { now } = facts;
  const movementIds = new Set(facts.outgoing.map(({ id }) => id));
  const { after, writes, follow } = await saveDecision(ctx, tx, row, decision, { event, by, movementIds, now });
  // Of such an order nothing else depends on its rows before the ledger is booked.
  const isAlone = after.partner === null && after.ownerId === null && typeof by === "string";
  if (!isAlone) {
    await saveOrder(tx, writes);
    await follow();
  }
  const change = { before: row, after, entries: decision.entries, market, now };
  const rewards = await followOrder(ctx, tx, change);
  if (event.name === "execute") await openCashbackWallet(tx, after, facts);
  const wallets = await recordInWallet(tx, after, decision);
  const isUnpaid = event.name === "execute" && event.payin.method !== "balance";
  const hold = isUnpaid
    ? newHold(ctx, tx, after, { network: event.network, facts })
    : followedHold(ctx, row, after, facts.hold);
  const beside = { ...hold, first: isAlone ? writes : { parts: [] } };
  // Last, because orders that use the same reserve wait for each other from here to the commit.
  const [, booked] = await pipeline(
    isAlone ? follow() : undefined,
    bookWithRewards(tx, after.ref, { bookings: decision.bookings, rewards, beside }, now),
  );
  if (isRefusal(booked)) throw new BookingRefused(booked);
  await repayFromCredits(tx, wallets, now);
  return after;
}

/** Whom an operator has blocked opens no order, and names no account for its money; the payout guard holds the rest. */
async function blocksBefore(
  ctx: EventContext,
  tx: Tx,
  row: OrderRow,
  event: OrderEvent,
  { by, now }: { by: EventSource; now: Date },
) {
  if (event.name === "execute" && row.status === "draft") {
    const answersOf = { orderRef: row.ref, memberId: row.ownerId };
    return readCustomerBlocks(ctx, tx, { party: await partyOfOrder(tx, row), answersOf }, now);
  }
  const account = by === "client" ? accountNamedBy(event) : null;
  return account === null ? undefined : readBlocks(tx, { accounts: [account] }, now);
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
  const cashback = from && to && cashbackOf({ ...after, costs: storedCosts(after.costTerms) }, { from, to });
  if (cashback && after.ownerId !== null) await openForCashback(tx, after.ownerId, cashback.asset, now);
}

/** Adds status and allowed actions to a refusal. */
export function withExplanation(facts: OrderFacts, refusal: Refusal): Refusal {
  if (refusal.refused !== "invalid_transition") return refusal;
  return { ...refusal, extra: { current_status: facts.order.status, actions: actionsOf(facts), ...refusal.extra } };
}
