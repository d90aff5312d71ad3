import { eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit, pair, promo, referenceRate } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

const pairId = "usdt-trc20_paypal-usd";
const anna = { name: "anna" };
let ctx: TestContext;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
});

const run = (command: string, args: Record<string, string> = {}) => runCommand(ctx, { command, args, operator: anna });
/** Not the demo market's reserve. */
const auditRows = () => ctx.db.orm.select().from(audit).where(ne(audit.actor, "demo market"));

describe("a command that changes something", () => {
  test("requires a reason", async () => {
    const outcome = await run("reserve take", { asset: "btc", amount: "1" });
    expect(outcome).toEqual({ ok: false, sentence: 'reason: Enter a reason with --reason "...".' });
    expect(await available(ctx.db.orm, accounts.reserve("btc"))).toBe(1_85000000n);
    expect(await auditRows()).toEqual([]);
  });

  test("records operator, action and reason in the audit", async () => {
    await run("pairs pause", { pair: pairId, reason: "PayPal is down" });
    expect(await auditRows()).toEqual([
      expect.objectContaining({
        actor: "anna",
        action: "pair_changed",
        subject: pairId,
        reason: "PayPal is down",
        details: { before: { status: "active" }, after: { status: "paused" } },
      }),
    ]);
  });

  test("records nothing when refused", async () => {
    const outcome = await run("reserve take", { asset: "btc", amount: "999", reason: "greed" });
    expect(outcome).toEqual({
      ok: false,
      sentence: "The free reserve of btc or the rail's balance does not cover this amount.",
    });
    expect(await auditRows()).toEqual([]);
  });
});

describe("the reserve", () => {
  test("changes with the money at the rail, and the ledger stays consistent", async () => {
    expect(await run("reserve fund", { asset: "paypal-usd", amount: "1000.50", reason: "top-up" })).toEqual({
      ok: true,
      data: "The free reserve of paypal-usd is now 49211.05; the rail holds 49211.05.",
    });
    await run("reserve take", { asset: "paypal-usd", amount: "0.05", reason: "rent" });
    expect(await available(ctx.db.orm, accounts.reserve("paypal-usd"))).toBe(49_211_00n);
    expect(await available(ctx.db.orm, accounts.rail("sandbox-paypal", "paypal-usd"))).toBe(49_211_00n);
    expect(await run("ledger verify")).toEqual({ ok: true, data: "The books are consistent: every check passed." });
  });

  test("is listed by asset, with the money at the rails", async () => {
    const outcome = await run("reserve list");
    expect(outcome.ok && outcome.data).toContainEqual({
      asset: "btc",
      free: "1.85000000",
      promised: "0.00000000",
      leaving: "0.00000000",
      shown: "1.85000000",
      shortfall: "0.00000000",
      rails: "sandbox-bitcoin 1.85000000",
    });
  });

  test("is corrected to the counted amount, up and down, and the difference is reported", async () => {
    const down = await run("reserve correct", { asset: "btc", amount: "1.80", reason: "counted: a key was lost" });
    expect(down).toEqual({ ok: true, data: "The free reserve of btc is now 1.80000000; the rail holds 1.80000000." });
    await run("reserve correct", { asset: "btc", amount: "1.81", reason: "found a part of it" });
    expect(await available(ctx.db.orm, accounts.reserve("btc"))).toBe(1_81000000n);
    const again = await run("reserve correct", { asset: "btc", amount: "1.81", reason: "once more" });
    expect(again).toEqual({ ok: false, sentence: "The ledger has the same amount: nothing to correct." });
    expect((await auditRows()).map(({ details }) => details)).toMatchObject([
      { before: { at_rail: "1.85000000" }, after: { at_rail: "1.80000000" }, amount: "0.05000000" },
      { before: { at_rail: "1.80000000" }, after: { at_rail: "1.81000000" }, amount: "0.01000000" },
    ]);
    expect(await run("ledger verify")).toMatchObject({ ok: true });
  });

  test("is charged a recorded fee once", async () => {
    const fee = { asset: "eth", amount: "0.002", tx: "0xfee", reason: "seen in the explorer" };
    expect(await run("reserve fee", fee)).toMatchObject({ ok: true });
    expect(await run("reserve fee", fee)).toEqual({ ok: false, sentence: "This is already booked for 0xfee." });
    expect(await available(ctx.db.orm, accounts.reserve("eth"))).toBe(32_498000000000000000n);
    expect(await run("ledger verify")).toMatchObject({ ok: true });
  });

  test("is not moved to a rail without the asset", async () => {
    const typed = { asset: "btc", amount: "1", from: "sandbox-bitcoin", to: "mars", reason: "a slip" };
    expect(await run("reserve rebalance", typed)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("btc is held at sandbox-bitcoin"),
    });
    expect(await auditRows()).toEqual([]);
  });

  test.each([
    ["doge", "1", "Unknown asset: doge."],
    ["btc", "0.000000001", "0.000000001 is not an amount of btc."],
    ["btc", "-1", "-1 is not an amount of btc."],
  ])("does not change by %s %s", async (asset, amount, sentence) => {
    expect(await run("reserve fund", { asset, amount, reason: "a test" })).toEqual({ ok: false, sentence });
  });
});

describe("rates and pairs", () => {
  test("a new rate applies at once, and the previous one is in the audit", async () => {
    const [before] = await ctx.db.orm.select().from(referenceRate).where(eq(referenceRate.pairId, pairId));
    await run("rates set", { pair: pairId, rate: "0.9900", reason: "new table" });
    const [after] = await ctx.db.orm.select().from(referenceRate).where(eq(referenceRate.pairId, pairId));
    expect(after).toMatchObject({ rate: "0.9900", source: "operator" });
    expect((await auditRows())[0]?.details).toEqual({ before: before?.rate, after: "0.9900" });
    const current = ctx.rates.current(pairId, ctx.clock.now())?.rate ?? "";
    expect(Math.abs(Number(current) - 0.99)).toBeLessThan(0.01);
  });

  test.each(["0", "-1", "1,5", "1e9", "abc"])("%s is not a rate", async (rate) => {
    const outcome = await run("rates set", { pair: pairId, rate, reason: "a slip" });
    expect(outcome).toEqual({ ok: false, sentence: `${rate} is not a rate: enter a decimal number above zero.` });
  });

  test("limits and fees are set in their asset, with a minimum not above the maximum", async () => {
    const changes = { pair: pairId, min_from: "50", service_bps: "40", payout_fee: "0.25", reason: "autumn prices" };
    expect(await run("pairs set", changes)).toMatchObject({ ok: true });
    const [row] = await ctx.db.orm.select().from(pair).where(eq(pair.id, pairId));
    expect(row).toMatchObject({ minFrom: 50_000000n, serviceBps: 40, payoutFee: 25n });
    const margin = {
      pair: pairId,
      margin_bps: String((row?.marginBps ?? 0) + 10),
      min_from: "50",
      reason: "autumn prices",
    };
    expect(await run("pairs set", margin)).toEqual({
      ok: true,
      data: `Pair ${pairId} is changed.\nmargin_bps: ${row?.marginBps} → ${margin.margin_bps}`,
    });
    expect(await run("pairs set", margin)).toEqual({ ok: true, data: "Nothing to change." });
    const refused = await run("pairs set", { pair: pairId, min_from: "999999", reason: "a slip" });
    expect(refused).toEqual({ ok: false, sentence: "The minimum is above the maximum." });
  });

  test("a paused pair is unavailable at once, and can be resumed", async () => {
    await ctx.market.snapshot();
    await run("pairs pause", { pair: pairId, reason: "maintenance" });
    expect((await ctx.market.snapshot()).pairs.get(pairId)?.row.status).toBe("paused");
    await run("pairs resume", { pair: pairId, reason: "done" });
    expect((await ctx.market.snapshot()).pairs.get(pairId)?.row.status).toBe("active");
  });

  test("an unknown pair is refused by name", async () => {
    const outcome = await run("pairs pause", { pair: "gold_paypal-usd", reason: "a slip" });
    expect(outcome).toEqual({ ok: false, sentence: "Unknown pair: gold_paypal-usd." });
  });
});

describe("promo codes", () => {
  test("are created once, in capitals", async () => {
    const args = { code: "autumn7", kind: "rate_bonus_bps", value: "7", pairs: pairId, uses: "10", reason: "campaign" };
    expect(await run("promo add", args)).toEqual({
      ok: true,
      data: expect.stringContaining("Promo code AUTUMN7 is created: rate_bonus_bps 7; "),
    });
    expect(await run("promo add", args)).toEqual({ ok: false, sentence: "Promo code AUTUMN7 already exists." });
    const [row] = await ctx.db.orm.select().from(promo).where(eq(promo.code, "AUTUMN7"));
    expect(row).toMatchObject({ kind: "rate_bonus_bps", value: "7", pairs: [pairId], usesLeft: 10 });
    expect(await auditRows()).toHaveLength(1);
  });

  test.each([
    [{ code: "X" }, "code: 3 to 32 letters and digits."],
    [{ value: "1.5" }, "1.5 is not a value of rate_bonus_bps."],
    [{ pairs: "gold_btc" }, "Unknown pair: gold_btc."],
    [{ expires: "soon" }, expect.stringMatching(/^expires: Enter a date that exists, 2026-12-31, /)],
    [{ expires: "2027-02-29T00:00:00Z" }, expect.stringMatching(/^expires: Enter a date that exists, /)],
    [{ starts: "2027" }, expect.stringMatching(/^starts: Enter a date that exists, /)],
    [{ kind: "partner" }, expect.stringContaining("One of rate_bonus_bps, ")],
    [{ kind: "cashback_percent", value: "100.01" }, "100.01 is not a value of cashback_percent."],
    [{ kind: "fee_discount_percent", value: "100.01" }, "100.01 is not a value of fee_discount_percent."],
    [{ value: "0" }, "0 is not a value of rate_bonus_bps."],
    [{ kind: "fixed_bonus", value: "5" }, expect.stringContaining("name pairs that all pay out the same")],
    [
      { pairs: `${pairId},btc_paypal-usd`, min_from: "1" },
      expect.stringContaining("name pairs that all take the same"),
    ],
    [{ starts: "2026-12-02", expires: "2026-12-01" }, "The code would end before it starts."],
  ])("are refused with %o", async (wrong, sentence) => {
    const args: Record<string, string> = {
      code: "AUTUMN7",
      kind: "rate_bonus_bps",
      value: "7",
      reason: "campaign",
      ...wrong,
    };
    expect(await run("promo add", args)).toEqual({ ok: false, sentence });
  });

  test("end at once when stopped, once, with a reason", async () => {
    const args = { code: "WELCOME5", reason: "the campaign is over" };
    expect(await run("promo stop", args)).toEqual({ ok: true, data: "Promo code WELCOME5 is stopped." });
    expect(await run("promo stop", args)).toEqual({ ok: false, sentence: "Promo code WELCOME5 is already stopped." });
    const [row] = await ctx.db.orm.select().from(promo).where(eq(promo.code, "WELCOME5"));
    expect(row?.stoppedAt).toEqual(ctx.clock.now());
    expect(await auditRows()).toHaveLength(1);
    expect(await run("promo show", { code: "welcome5" })).toMatchObject({ ok: true, data: { used: 0, orders: [] } });
  });
});
