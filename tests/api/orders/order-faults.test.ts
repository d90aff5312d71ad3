import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { order } from "../../../upstream/db/schema/index.ts";
import { book } from "../../../upstream/ledger/book.ts";
import type { Booking } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { loadFacts } from "../../../upstream/orders/order-facts-query.ts";
import { decide, isDecision } from "../../../upstream/orders/rules/decide.ts";
import type { OrderEvent } from "../../../upstream/orders/rules/order-event.ts";
import { saveDecision } from "../../../upstream/orders/save-decision.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

/** A fault in the order machine's bookings, where applicable; otherwise the same bookings. */
type Mistake = (bookings: Booking[]) => Booking[];
type Movement = Extract<Booking, { debit: string }>;

const isMoved = (booking: Booking): booking is Movement => "debit" in booking;
const change = (code: string, how: (booking: Movement) => Partial<Movement>): Mistake => {
  return (bookings) =>
    bookings.map((booking) =>
      isMoved(booking) && booking.code === code ? ({ ...booking, ...how(booking) } as Booking) : booking,
    );
};
const without = (matches: (booking: Booking) => boolean): Mistake => {
  return (bookings) => bookings.filter((booking) => !matches(booking));
};
const more = (also: (booking: Booking) => Booking[]): Mistake => {
  return (bookings) => bookings.flatMap((booking) => [booking, ...also(booking)]);
};

const mistakes: Record<string, Mistake> = {
  "a payment is booked twice": more((booking) =>
    isMoved(booking) && booking.code === "payin" ? [{ ...booking, id: `${booking.id}:2` }] : [],
  ),
  "a payment is not booked": without((booking) => isMoved(booking) && booking.code === "payin"),
  "a payment is booked in another asset": change("payin", () => ({ asset: "usdt-erc20" })),
  "a payment is one unit short": change("payin", ({ amount }) => ({ amount: amount - 1n })),
  "a payment goes to another order": change("payin", ({ credit }) => ({ credit: credit.replace(/:\w+:/, ":OTHER:") })),
  "a cancelled order keeps its promise": without(({ do: what }) => what === "void"),
  "a promise is voided after it was kept": more((booking) =>
    booking.do === "settle" ? [{ do: "void", id: `${booking.id}:void`, pendingId: booking.pendingId }] : [],
  ),
  "a payout is never posted": without((booking) => booking.do === "settle" && booking.pendingId.endsWith(":payout")),
  "a payout leaves one unit behind": change("payout", ({ amount }) => ({ amount: amount - 1n })),
  "what came in is not exchanged": without((booking) => isMoved(booking) && booking.code === "conversion"),
  "a refund is more than was received": change("refund", ({ amount }) => ({ amount: amount + 1_000000n })),
  "the fee of a refund is taken twice": more((booking) =>
    isMoved(booking) && booking.code === "refund_fee" ? [{ ...booking, id: `${booking.id}:2` }] : [],
  ),
  "the network's fee is not booked": without((booking) => isMoved(booking) && booking.code === "network_fee"),
};

describe("an injected booking fault is detected", () => {
  test.each(Object.entries(mistakes))("%s", async (_, mistake) => {
    expect(await isDetected(mistake)).toBe(true);
  });

  test("nothing is reported without a fault", async () => {
    expect(await isDetected((bookings) => bookings)).toBe(false);
  });
});

const payment = (ref: string, amount: bigint) => {
  const report = { rail: "sandbox-tron", railPaymentId: `p-${ref}`, asset: "usdt-trc20", amount, railFee: 0n };
  return { name: "payment_final", payment: { ...report, confirmations: 20, required: 20 } } as const;
};
const ended = (ref: string, kind: "payout" | "refund") =>
  ({ outgoingId: `${ref}-${kind}-1`, txId: "t", networkFee: { asset: "eth", amount: 7n } }) as const;

/** Three courses of an order, their ends, and the transfers by the rails' own books. */
const stories = [
  { end: "cancelled", events: (): OrderEvent[] => [{ name: "cancel" }], rails: {} },
  {
    end: "completed",
    events: (ref: string): OrderEvent[] => [
      payment(ref, 500_000000n),
      { name: "payout_started" },
      { name: "payout_done", ...ended(ref, "payout") },
    ],
    rails: { "assets:sandbox-tron_deposits:usdt-trc20": 500_000000n, "assets:sandbox-paypal:eth": -7n },
  },
  {
    end: "refunded",
    events: (ref: string): OrderEvent[] => [
      payment(ref, 300_000000n),
      { name: "request_refund", refund: null },
      { name: "refund_started" },
      { name: "refund_done", ...ended(ref, "refund") },
    ],
    rails: {
      "assets:sandbox-tron_deposits:usdt-trc20": 300_000000n,
      "assets:sandbox-tron:usdt-trc20": -299_000000n,
      "assets:sandbox-tron:eth": -7n,
    },
  },
];

/** Detected by the ledger's or the database's refusal, by verification, by the rails' books, or by a missing end. */
async function isDetected(mistake: Mistake): Promise<boolean> {
  const ctx = await testContext(await freshDatabase());
  for (const { end, events, rails } of stories) {
    const { ref } = await executedRow(ctx);
    try {
      for (const event of events(ref)) await applyWith(ctx, ref, event, mistake);
    } catch {
      return true;
    }
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (row?.status !== end) return true;
    const sums = await movedAtRails(ctx, ref);
    if (Object.entries(rails).some(([place, amount]) => sums.get(place) !== amount)) return true;
  }
  return (await verify(ctx.db)).length > 0;
}

/** `applyEvent` with an injected fault. */
async function applyWith(ctx: TestContext, ref: string, event: OrderEvent, mistake: Mistake): Promise<void> {
  const market = await ctx.market.snapshot();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.ref, ref)).for("update");
    if (!row) throw new Error("The order is gone");
    const facts = await loadFacts(ctx, tx, row, market);
    const decision = decide(facts, event);
    if (!isDecision(decision)) throw new Error(`${event.name} was refused`);
    const now = ctx.clock.now();
    const { writes, follow } = await saveDecision(ctx, tx, row, decision, {
      event,
      by: "rail",
      movementIds: new Set(facts.outgoing.map(({ id }) => id)),
      now,
    });
    await follow();
    const booked = await book(tx, mistake([...decision.bookings]), now, { first: writes });
    if (isRefusal(booked)) throw new Error(booked.refused);
  });
  ctx.market.changed();
}

async function movedAtRails(ctx: TestContext, ref: string): Promise<Map<string, bigint>> {
  const { rows } = await ctx.db.query(
    `select place, sum(amount)::text as amount from (
        select debit_account as place, amount, kind, order_ref from transfer
        union all select credit_account, -amount, kind, order_ref from transfer) as m
      where place like 'assets:%' and kind in ('posted', 'post') and order_ref = $1 group by 1`,
    [ref],
  );
  return new Map(rows.map(({ place, amount }) => [String(place), BigInt(String(amount))]));
}
