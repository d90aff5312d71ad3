import { eq, like } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { order, orderEvent, orderNote, outgoing, pair, payment, transfer } from "../../../upstream/db/schema/index.ts";
import { selectOrder } from "../../../upstream/db/sql/select-order.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import { targetsOf } from "../../../upstream/orders/rules/machine.ts";
import { orderEvents } from "../../../upstream/orders/rules/order-event.ts";
import { particulars, pick, type Situation } from "../../../upstream/orders/rules/testing/order-particulars.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { acceptedRow, executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

/** HISTORIES=10000 is the long run. */
const count = Math.ceil(Number(process.env.HISTORIES ?? 500) * 0.02);
const choices = fc.record({ what: fc.nat(9999), one: fc.nat(9999), two: fc.nat(9999) });
const hours = 3600;

async function read(ctx: TestContext, ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}

async function situationOf(ctx: TestContext, ref: string): Promise<Situation> {
  const { assets } = await ctx.market.snapshot();
  const rows = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.orderRef, ref)).orderBy(outgoing.createdAt);
  return {
    order: await read(ctx, ref),
    payments: await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref)).orderBy(payment.seenAt),
    outgoing: rows.flatMap((row) =>
      row.kind === "payout" || row.kind === "refund" ? [{ ...row, kind: row.kind }] : [],
    ),
    assets: Object.fromEntries(
      assets.map((row) => {
        const { id: payoutRail, gas, hotAddress } = ctx.rails.payoutFor(row.id);
        return [row.id, { ...row, payoutRail, gas, depositRails: hotAddress === null ? [] : [payoutRail] }];
      }),
    ),
  };
}

describe("the order machine on a database", { timeout: 300_000 + count * 3000 }, () => {
  test("keeps the ledger invariants through random histories", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(choices, { minLength: 5, maxLength: 20 }), async (throws) => {
        const ctx = await testContext(await freshDatabase());
        await ctx.db.orm.update(pair).set({ status: "active" });
        ctx.market.changed();
        const isInvoice = (throws[0]?.one ?? 0) % 2 === 1;
        const { ref } = await executedRow(
          ctx,
          isInvoice ? { from: "paypal-usd", to: "usdt-trc20", amount: "100" } : {},
        );
        for (const { what, one: subject, two: variant } of throws) {
          if (what % 6 === 0) await ctx.clock.advance(pick([60, 31 * 60, 3 * hours, 25 * hours, 200 * hours], variant));
          if (what % 6 === 1) await sweep(ctx);
          const situation = await situationOf(ctx, ref);
          const allowed = orderEvents.filter((name) => targetsOf(situation.order.status, name).length > 0);
          await applyEvent(ctx, ref, particulars(situation, pick(allowed, what), subject, variant), "rail");
          if (variant % 3 === 0) expect(await verify(ctx.db)).toEqual([]);
        }
        expect(await verify(ctx.db)).toEqual([]);
      }),
      // To shrink a counterexample takes minutes here; its seed and path repeat it.
      { seed: seed("order machine on a database"), numRuns: count, endOnFailure: true },
    );
  });
});

describe("execute", () => {
  test("with 32 concurrent calls creates one hold and 32 equal responses", async () => {
    const ctx = await testContext(await freshDatabase());
    const draft = await acceptedRow(ctx);
    const presses = Array.from({ length: 32 }, () => executeOrder(ctx, draft, "crypto_address", "unknown"));
    const answers = (await Promise.all(presses)).map((answer) => granted(answer));
    expect(new Set(answers.map((row) => JSON.stringify([row.status, row.version, row.payinAddress])))).toHaveLength(1);
    const holds = await ctx.db.orm.select().from(transfer).where(eq(transfer.orderRef, draft.ref));
    expect(holds).toMatchObject([{ kind: "pending", code: "payout_hold", amount: answers[0]?.toAmount }]);
    expect(await ctx.db.orm.select().from(orderEvent).where(eq(orderEvent.event, "execute"))).toHaveLength(1);
  });

  test("returns the stored row, whichever query reads it", async () => {
    const ctx = await testContext(await freshDatabase());
    const answered = await executedRow(ctx, { from: "eth", amount: "1.000000000000000001" });
    const [stored] = await ctx.db.orm.select().from(order).where(eq(order.ref, answered.ref));
    expect(answered).toEqual(stored);
    expect(await selectOrder(ctx.db.query, answered.ref)).toEqual(stored);
  });

  test("of many concurrent orders never holds more than the reserve", async () => {
    const ctx = await testContext(await freshDatabase());
    const drafts = [];
    for (let left = 12; left > 0; left -= 1) drafts.push(await acceptedRow(ctx, { amount: "5000" }));
    const answers = await Promise.all(drafts.map((draft) => executeOrder(ctx, draft, "crypto_address", "unknown")));
    const refused = answers.filter(isRefusal);
    // 48,210.55 dollars are ten payouts of about 4,800.
    expect(refused.map(({ refused: code }) => code)).toEqual(["reserve_insufficient", "reserve_insufficient"]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("leaves the draft when the rail is unreachable", async () => {
    const ctx = await testContext(await freshDatabase());
    const draft = await acceptedRow(ctx);
    const rails = {
      ...ctx.rails,
      payinFor: () => ({
        id: "away",
        issue: () => Promise.reject(new RailUnavailable()),
        withdraw: () => Promise.reject(new RailUnavailable()),
        reconcile: () => Promise.reject(new RailUnavailable()),
      }),
    };
    expect(await executeOrder({ ...ctx, rails }, draft, "crypto_address", "unknown")).toMatchObject({
      refused: "gateway_unavailable",
    });
    expect(await read(ctx, draft.ref)).toMatchObject({ status: "draft", reserveHoldId: null });
  });
});

describe("the sweep", () => {
  test("expires due orders and voids their holds, once", async () => {
    const ctx = await testContext(await freshDatabase());
    const { ref } = await executedRow(ctx);
    await ctx.clock.advance(30 * 60 - 1);
    await sweep(ctx);
    expect(await read(ctx, ref)).toMatchObject({ status: "awaiting_payment" });
    await ctx.clock.advance(1);
    await Promise.all([sweep(ctx), sweep(ctx)]);
    expect(await read(ctx, ref)).toMatchObject({ status: "expired", reserveHoldId: null });
    expect(await ctx.db.orm.select().from(orderEvent).where(eq(orderEvent.event, "window_ended"))).toHaveLength(1);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("expires abandoned drafts and deletes them with their notes a day later; executed orders stay", async () => {
    const ctx = await testContext(await freshDatabase());
    const { ref } = await acceptedRow(ctx);
    // One with accepted terms may have been given an address: see draft-payments.test.ts.
    await ctx.db.orm.update(order).set({ acceptedAt: null }).where(eq(order.ref, ref));
    const executed = await executedRow(ctx);
    const note = { actor: "anna", text: "asked by phone", at: ctx.clock.now() };
    const notes = [ref, executed.ref].map((orderRef) => ({ ...note, id: `no_${orderRef}`, orderRef }));
    await ctx.db.orm.insert(orderNote).values(notes);
    await ctx.clock.advance(24 * hours);
    await sweep(ctx);
    expect(await read(ctx, ref)).toMatchObject({ status: "expired" });
    await ctx.clock.advance(24 * hours);
    await sweep(ctx);
    expect(await ctx.db.orm.select({ ref: order.ref }).from(order)).toEqual([{ ref: executed.ref }]);
    expect(await ctx.db.orm.select({ ref: orderNote.orderRef }).from(orderNote)).toEqual([{ ref: executed.ref }]);
  });

  test("queues a lost payout again, not on every run", async () => {
    const ctx = await testContext(await freshDatabase());
    const { ref } = await executedRow(ctx);
    const situation = await situationOf(ctx, ref);
    granted(await applyEvent(ctx, ref, particulars(situation, "payment_final", 4, 1), "rail"));
    ctx.jobs.waiting.length = 0;
    await sweep(ctx);
    expect(ctx.jobs.waiting).toEqual([]);
    await ctx.clock.advance(601);
    await sweep(ctx);
    await sweep(ctx);
    expect(ctx.jobs.waiting).toEqual([{ name: "payout", payload: { ref } }]);
  });

  test("continues with other orders after one fails", async () => {
    const ctx = await testContext(await freshDatabase("owner"));
    const broken = await executedRow(ctx);
    const sound = await executedRow(ctx);
    // Past the triggers: the pair of an order does not change.
    await ctx.db.transaction(async (tx) => {
      await tx.execute("set local session_replication_role = replica");
      await tx.update(order).set({ pairId: "gone" }).where(eq(order.ref, broken.ref));
    });
    await ctx.clock.advance(1800);
    await sweep(ctx);
    expect(await read(ctx, sound.ref)).toMatchObject({ status: "expired" });
    expect(await read(ctx, broken.ref)).toMatchObject({ status: "awaiting_payment" });
  });

  test("renews an expired offer without a timeline entry", async () => {
    const ctx = await testContext(await freshDatabase());
    const { ref } = await executedRow(ctx);
    granted(await applyEvent(ctx, ref, particulars(await situationOf(ctx, ref), "payment_final", 4, 4), "rail"));
    const before = await read(ctx, ref);
    expect(before).toMatchObject({ status: "on_hold", holdReason: "amount_mismatch" });
    await ctx.clock.advance(900);
    await sweep(ctx);
    const after = await read(ctx, ref);
    expect(after.holdOffer?.validUntil).not.toBe(before.holdOffer?.validUntil);
    expect(await ctx.db.orm.select().from(orderEvent).where(like(orderEvent.event, "offer%"))).toEqual([]);
  });
});
