import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { actionsOf } from "../domain/actions.ts";
import { decide, isUnchanged } from "../domain/decide.ts";
import type { EventSource, OrderEvent } from "../domain/order-event.ts";
import type { OrderFacts } from "../domain/order-facts.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { loadFacts, type OrderRow } from "./order-facts-query.ts";
import { countPromo } from "./promo/promo-count.ts";
import { readOrder } from "./read-order.ts";
import { saveDecision } from "./save-decision.ts";

/** What applyEvent needs of the service. */
export type Applying = Pick<Context, "clock" | "db" | "ids" | "jobs" | "market" | "policy" | "rails" | "rates">;

/**
 * The only place where an event meets an order: one transaction that locks the order, decides, books and writes.
 * Harmless to repeat. Answers the order as it is then; refuses with `not_found`, with `invalid_transition` and what
 * is possible instead, or with the reason the rules give. A refusal has changed nothing. `acceptOnce` is asked under the
 * order's lock whether the event may have its effect at all; what it marks is kept or undone with that.
 */
export async function applyEvent(
  ctx: Applying,
  ref: string,
  event: OrderEvent,
  by: EventSource,
  acceptOnce?: (tx: Tx) => Promise<boolean>,
): Promise<OrderRow | Refusal> {
  const market = await ctx.market.terms();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await ctx.db.transaction(async (tx) => {
        const outcome = await applyIn(ctx, tx, ref, event, by, market, acceptOnce);
        if (acceptOnce && isRefusal(outcome)) throw new EventRefused(outcome);
        return outcome;
      });
      ctx.jobs.nudge();
      if (!isRefusal(answer)) tellMarket(ctx, event);
      return answer;
    } catch (error) {
      if (error instanceof EventRefused) return error.refusal;
      if (!(error instanceof BookingRefused)) throw error;
      // Another order took the reserve between the look and the booking: look again, and decide by what is there.
      if (attempt === lastAttempt) return error.refusal;
    }
  }
}

const lastAttempt = 5;

/** What becomes binding takes from the reserve; only what comes later can make or end a shortfall, which pauses a pair. */
function tellMarket({ market }: Applying, { name }: OrderEvent): void {
  if (name === "execute") market.promised();
  else market.changed();
}

/** Undoes what `acceptOnce` has marked: nothing came of it. */
class EventRefused extends BookingRefused {}

async function applyIn(
  ctx: Applying,
  tx: Tx,
  ref: string,
  event: OrderEvent,
  by: EventSource,
  market: MarketSnapshot,
  acceptOnce?: (tx: Tx) => Promise<boolean>,
): Promise<OrderRow | Refusal> {
  const row = await readOrder(ctx.db.rawIn(tx), ref, "lock");
  if (!row) return refuse("not_found");
  if (acceptOnce && !(await acceptOnce(tx))) return row;
  // A first payment in another asset brings an asset that the order knows nothing of.
  const facts = await loadFacts(ctx, tx, row, market, "payment" in event ? [event.payment.asset] : []);
  const decision = decide(facts, event);
  if (isRefusal(decision)) return explained(facts, decision);
  if (isUnchanged(decision)) return row;
  const promo = await countPromo(tx, { before: row, after: decision.order, now: facts.now });
  if (promo) return promo;
  const after = await saveDecision(ctx, tx, row, decision, { event, by, now: facts.now });
  // Last, because all orders that move one reserve wait for each other from here to the commit.
  const booked = await book(tx, decision.bookings, facts.now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  return after;
}

/** What an order answers to something that it cannot do now. */
export function explained(facts: OrderFacts, refusal: Refusal): Refusal {
  if (refusal.refused !== "invalid_transition") return refusal;
  return { ...refusal, extra: { current_status: facts.order.status, actions: actionsOf(facts), ...refusal.extra } };
}
