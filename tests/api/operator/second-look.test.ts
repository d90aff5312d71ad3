import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit, order, promo, referenceRate } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

const pair = "usdt-trc20_paypal-usd";
const asset = "usdt-trc20";
const otherTronAddress = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
let ctx: TestContext;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
});

const run = (command: string, args: Record<string, string>) =>
  runCommand(ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "anna" } });
const deeds = () => ctx.db.orm.select().from(audit).where(eq(audit.actor, "anna"));
const readOrder = async (ref: string) => (await ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0];

/** A refused band says so first. */
const refusedWith = ({ source }: RegExp) => expect.stringMatching(new RegExp(source.replace(/^\^/, "^REFUSED: ")));

/** Asked about, changed nothing, and done when repeated with --anyway; the audit keeps the question. */
async function expectQuestion(command: string, args: Record<string, string>, sentence: RegExp) {
  const isAmong = expect.arrayContaining([expect.stringMatching(sentence)]);
  const before = await deeds();
  const asked = await run(command, args);
  expect(asked).toMatchObject({ ok: false, sentence: refusedWith(sentence) });
  expect(asked).toMatchObject({ sentence: expect.stringMatching(/would_answer[\s\S]*changes[\s\S]*--anyway/) });
  expect(await deeds()).toEqual(before);
  const dry = await run(command, { ...args, dry_run: "yes" });
  expect(dry).toMatchObject({ ok: true, data: { asks_for_anyway: isAmong } });
  expect(await deeds()).toEqual(before);
  expect(await run(command, { ...args, anyway: "yes" })).toMatchObject({ ok: true });
  const written = (await deeds()).filter(({ id }) => !before.some((deed) => deed.id === id));
  // A rate also pauses its pair, which is recorded separately.
  const confirmed = { reason: "for a good reason", details: expect.objectContaining({ anyway: isAmong }) };
  expect(written).toContainEqual(expect.objectContaining(confirmed));
  expect(await verify(ctx.db)).toEqual([]);
}

describe("a command beyond its band shows what it would do and asks", () => {
  test("a rate ten times the market's", async () => {
    await expectQuestion(
      "rates set",
      { pair, rate: "9.99" },
      /^The rate 9\.99 of .* is 9\d\d\.\d % above the market's/,
    );
    const [row] = await ctx.db.orm.select().from(referenceRate).where(eq(referenceRate.pairId, pair));
    expect(row?.rate).toBe("9.99");
  });

  test("a rate for a pair that has none", async () => {
    await ctx.db.orm.delete(referenceRate).where(eq(referenceRate.pairId, pair));
    await expectQuestion("rates set", { pair, rate: "0.99" }, /has no rate yet/);
  });

  test("a promo code that pays more than the exchange is worth", async () => {
    const code = { code: "HUGE", kind: "rate_bonus_bps", value: "9000" };
    await expectQuestion("promo add", code, /pays \S+ \S+ instead of [\s\S]*more than it is worth/);
    expect(await ctx.db.orm.select().from(promo).where(eq(promo.code, "HUGE"))).toHaveLength(1);
  });

  test("a promo code that costs more than its band, though less than the margin", async () => {
    const code = { code: "BIG", kind: "rate_bonus_bps", value: "350", pairs: pair };
    await expectQuestion("promo add", code, /The band is 3 %/);
  });

  test.each([
    [{ uses: "100000" }, /100000 uses of it can cost \S+ \S+ of the \S+ \S+ that our rails hold; the band is 3 %/],
    [{}, /not limited, so what it costs has no limit/],
  ])("a promo code within its band for each use, with what all uses together cost: %o", async (uses, sentence) => {
    await expectQuestion("promo add", { code: "MANY", kind: "rate_bonus_bps", value: "200", ...uses }, sentence);
  });

  test.each([
    ["reserve fund", { asset: "btc", amount: "18.5" }, /^18\.50000000 btc is 1000\.0 % of the 1\.85000000 btc/],
    ["reserve take", { asset: "btc", amount: "1" }, /^1\.00000000 btc is 54\.1 % of the 1\.85000000 btc/],
    ["reserve fee", { asset: "btc", amount: "0.1" }, /^0\.10000000 btc is 5\.5 % of/],
    ["reserve correct", { asset: "btc", amount: "18.5" }, /^18\.50000000 btc is 900\.0 % from the 1\.85000000 btc/],
    ["reserve correct", { asset: "btc", amount: "0.185" }, /^0\.18500000 btc is 90\.0 % from/],
    ["pairs set", { pair, margin_bps: "3400" }, /^20\.000000 usdt-trc20 would pay \S+ paypal-usd instead of/],
    ["pairs set", { pair, payout_fee: "10" }, /^20\.000000 usdt-trc20 would pay/],
    ["pairs set", { pair, max_from: "50000" }, /^The maximum of \S+ would rise by 900\.0 %/],
    ["pairs set", { pair, min_from: "0.2" }, /^The minimum of \S+ would fall by 99\.0 %/],
    [
      "assets set",
      { asset, withdraw_fee: "0.1" },
      /^The withdrawal fee would be 0\.100000 usdt-trc20 instead of 1\.000000/,
    ],
    [
      "assets set",
      { asset, withdraw_fee: "9" },
      /^The withdrawal fee would be 9\.000000 usdt-trc20 instead of 1\.000000/,
    ],
    ["assets set", { asset, refund_fee: "0" }, /^The refund fee would be 0\.000000 usdt-trc20/],
    ["assets set", { asset, min_deposit: "0" }, /^The minimum deposit would be 0\.000000 usdt-trc20/],
    ["assets set", { asset, min_withdraw: "2" }, /^The minimum withdrawal would be 2\.000000 usdt-trc20/],
    ["assets set", { asset, tolerance_bps: "1000" }, /1000 basis points short would count as exact, now 50/],
    ["assets set", { asset: "paypal-usd", tolerance_bps: "1" }, /1 basis points short would count as exact, now 0/],
    ["assets set", { asset, confirmations: "19" }, /would be final after 19 confirmations instead of 20/],
    ["assets set", { asset, confirmations: "1" }, /would be final after 1 confirmation instead of 20/],
    ["assets set", { asset: "trx", send: "on" }, /^Pairs that pay out trx would be open at once/],
  ])("%s %o", expectQuestion);

  test("and its bands are set by the operator's settings", async () => {
    ctx = await testContext(await freshDatabase(), { OPERATOR_BANDS: "amount=5, correction=1000" });
    expect(await run("reserve fund", { asset: "btc", amount: "0.1" })).toMatchObject({ ok: false });
    expect(await run("reserve correct", { asset: "btc", amount: "18.5" })).toMatchObject({ ok: true });
  });
});

describe("steps that are within the band each", () => {
  test.each([
    ["pairs set", { pair, min_from: "12" }, { pair, min_from: "7" }, /^The minimum of \S+ would fall by 65\.0 %/],
    [
      "pairs set",
      { pair, margin_bps: "700" },
      { pair, margin_bps: "1000" },
      /^20\.0+ \S+ would pay \S+ \S+ instead of 19/,
    ],
    ["assets set", { asset, withdraw_fee: "0.6" }, { asset, withdraw_fee: "0.4" }, /^The withdrawal fee would be/],
  ])("are asked about with what the day began with: %s %o, then %o", async (command, first, next, sentence) => {
    expect(await run(command, first)).toMatchObject({ ok: true });
    await ctx.clock.advance(3600);
    await expectQuestion(command, next, sentence);
  });

  test("are compared with each other no longer after a day", async () => {
    expect(await run("assets set", { asset, withdraw_fee: "0.6" })).toMatchObject({ ok: true });
    await ctx.clock.advance(25 * 3600);
    expect(await run("assets set", { asset, withdraw_fee: "0.4" })).toMatchObject({ ok: true });
  });

  test("need no second look to bring back what stood before a mistake", async () => {
    expect(await run("assets set", { asset, withdraw_fee: "9", anyway: "yes" })).toMatchObject({ ok: true });
    await ctx.clock.advance(60);
    expect(await run("assets set", { asset, withdraw_fee: "1" })).toMatchObject({ ok: true });
  });
});

test.each([
  [{ withdraw_fee: "1.0000001" }, "1.0000001 is not an amount of usdt-trc20, which has 6 decimals."],
  [{ min_deposit: "1e3" }, "1e3 is not an amount of usdt-trc20, which has 6 decimals."],
  [{ withdraw_fee: "10" }, "Nothing of the minimum withdrawal would arrive: the fee is not below it."],
  [{ asset: "gold", withdraw_fee: "1" }, "Unknown asset: gold."],
  [{}, "Enter what to change."],
])("assets set %o is refused: %s", async (args, sentence) => {
  expect(await run("assets set", { asset, anyway: "yes", ...args })).toEqual({ ok: false, sentence });
});

test("a changed asset is in the audit log with what it was, and counts at once", async () => {
  await run("assets set", { asset, withdraw_fee: "1.25", confirmations: "21" });
  expect(await deeds()).toMatchObject([
    {
      action: "asset_changed",
      subject: asset,
      details: {
        before: { withdrawFee: "1000000", confirmations: 20 },
        after: { withdrawFee: "1250000", confirmations: 21 },
      },
    },
  ]);
  const { assets } = await ctx.market.snapshot();
  expect(assets.find(({ id }) => id === asset)).toMatchObject({ withdrawFee: 1_250000n, confirmations: 21 });
});

describe("a rate that was forced", () => {
  const forced = { pair, rate: "9.99", anyway: "yes" };

  test("is not the market afterwards: bringing the right one back asks nothing, setting it once more asks again", async () => {
    expect(await run("rates set", forced)).toMatchObject({ ok: true });
    await expectQuestion("rates set", { pair, rate: "9.98" }, /^The rate 9\.98 of .* above the market's 0\.99/);
    expect(await run("rates set", { pair, rate: "0.999" })).toMatchObject({ ok: true });
  });

  test("is asked about before its pair is opened", async () => {
    await run("pairs pause", { pair });
    expect(await run("rates set", forced)).toMatchObject({ ok: true });
    await expectQuestion(
      "pairs resume",
      { page: "usdt-to-paypal" },
      /^The rate (9|10)\.\d+ of usdt-trc20_paypal-usd is/,
    );
  });

  test("is asked about before the exchange takes orders again", async () => {
    await run("maintenance on", { en: "Back soon.", ru: "Скоро вернёмся." });
    expect(await run("rates set", forced)).toMatchObject({ ok: true });
    expect(await run("pairs resume", { pair, anyway: "yes" })).toMatchObject({ ok: true });
    await expectQuestion("maintenance off", {}, /^The rate (9|10)\.\d+ of usdt-trc20_paypal-usd is/);
  });

  test("beyond twice its band is sold at only once its pair has been opened", async () => {
    const sold = async () => (await ctx.market.snapshot()).pairs.get(pair)?.row.status;
    expect(await run("rates set", { pair, rate: "1.08", anyway: "yes" })).toMatchObject({ ok: true });
    expect(await sold()).toBe("active");
    expect(await run("rates set", { pair, rate: "1.2", anyway: "yes" })).toMatchObject({
      data: expect.stringContaining("paused: look once more, then `pairs resume`"),
    });
    expect(await sold()).toBe("paused");
    expect(await run("pairs resume", { pair, anyway: "yes" })).toMatchObject({ ok: true });
    expect(await sold()).toBe("active");
    expect(await run("pairs set", { pair, margin_bps: "3400", anyway: "yes" })).toMatchObject({ ok: true });
    expect(await sold()).toBe("paused");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("of the last day is compared with the median of its hours where the way back is as wrong", async () => {
    const back = { pair: "paypal-usd_usdt-trc20", rate: "0.1", anyway: "yes" };
    const erc20 = { pair: "usdt-erc20_paypal-usd", rate: "9.99", anyway: "yes" };
    for (let hour = 0; hour < 5; hour += 1) {
      await recordRates(ctx);
      await ctx.clock.advance(3600);
    }
    for (const wrong of [forced, back, erc20]) expect(await run("rates set", wrong)).toMatchObject({ ok: true });
    expect(await run("rates set", { pair, rate: "0.999" })).toMatchObject({ ok: true });
  });
});

describe("two commands at once that are within the band each", () => {
  test("are compared with the terms that the other has just set", async () => {
    const outcomes = await Promise.all([
      run("pairs set", { pair, margin_bps: "0" }),
      run("pairs set", { pair, margin_bps: "800" }),
    ]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await deeds()).toHaveLength(1);
  });

  test("cannot set a minimum above the maximum", async () => {
    const outcomes = await Promise.all([
      run("pairs set", { pair, min_from: "900" }),
      run("pairs set", { pair, max_from: "800" }),
    ]);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([{ ok: false, sentence: "The minimum is above the maximum." }]);
  });

  test("take no more from the paying rail than is free there", async () => {
    const elsewhere = { asset: "usdt-trc20", amount: "62499", rail: "sandbox-tron_deposits" };
    expect(await run("reserve fund", elsewhere)).toMatchObject({ ok: true });
    await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
    const taking = { asset: "usdt-trc20", amount: "62460" };
    const outcomes = await Promise.all([run("reserve take", taking), run("reserve take", taking)]);
    expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([{ sentence: expect.stringContaining("would lack") }]);
  });
});

describe("a counted balance", () => {
  /** 100 USDT too little, so they are refunded: the transfer has begun and not left. */
  async function refunding() {
    const row = await executedRow(ctx);
    await simulateEvent(ctx, row, "pay_partial", "100");
    granted(await applyEvent(ctx, row.ref, { name: "operator_refund", account: null, note: "" }, "operator"));
    granted(await applyEvent(ctx, row.ref, { name: "refund_started" }, "system"));
  }
  const free = () => available(ctx.db.orm, accounts.reserve("usdt-trc20"));

  test("taken before a refund leaves does not become reserve: the answer decides what is booked", async () => {
    await refunding();
    const before = await free();
    const counted = { asset: "usdt-trc20", amount: "125000" };
    expect(await run("reserve correct", counted)).toEqual({
      ok: false,
      sentence: expect.stringMatching(
        /99\.000000 usdt-trc20 are being sent .* counted books 0\.000000 .* gone books 99\./,
      ),
    });
    expect(await run("reserve correct", { ...counted, anyway: "yes" })).toMatchObject({ ok: false });
    expect(await run("reserve correct", { ...counted, sending: "counted" })).toEqual({
      ok: false,
      sentence: "The ledger has the same amount: nothing to correct.",
    });
    expect(await free()).toBe(before);
    expect(await run("reserve correct", { ...counted, sending: "gone" })).toMatchObject({ ok: true });
    expect(await free()).toBe(before + 99_000000n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("with a payment that is not final does not become reserve either", async () => {
    const { ref } = await executedRow(ctx);
    const amounts = { asset: "usdt-trc20", amount: 500_000000n, railFee: 0n, confirmations: 1, required: 20 };
    const payment = { rail: "sandbox-tron", railPaymentId: "t1", ...amounts };
    granted(await applyEvent(ctx, ref, { name: "payment_seen", payment }, "rail"));
    const hot = { asset: "usdt-trc20", amount: "125000" };
    expect(await run("reserve correct", hot)).toMatchObject({
      sentence: expect.stringContaining("nothing to correct"),
    });
    const counted = { asset: "usdt-trc20", rail: "sandbox-tron_deposits", amount: "500" };
    expect(await run("reserve correct", counted)).toMatchObject({ sentence: expect.stringContaining("not final") });
    expect(await run("reserve correct", { ...counted, arriving: "counted" })).toMatchObject({
      sentence: "The ledger has the same amount: nothing to correct.",
    });
  });
});

describe("a refund address", () => {
  async function shortOrder() {
    const row = await executedRow(ctx);
    await simulateEvent(ctx, row, "pay_partial", "100");
    return row.ref;
  }

  test.each([
    ["not-an-address", "its form is wrong"],
    ["TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF", "it is mistyped, its checksum is wrong"],
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "it belongs to another network"],
  ])("like %s is refused as a customer's would be, also with --anyway", async (account, why) => {
    const ref = await shortOrder();
    for (const anyway of [{}, { anyway: "yes" }]) {
      expect(await run("orders refund", { ref, account, ...anyway })).toEqual({
        ok: false,
        sentence: `"${account}" is not an address for usdt-trc20: ${why}.`,
      });
    }
    expect(await readOrder(ref)).toMatchObject({ refundAccount: tronAddress });
    expect(await deeds()).toEqual([]);
  });

  test("other than the customer's is asked about", async () => {
    const ref = await shortOrder();
    await expectQuestion(
      "orders refund",
      { ref, account: otherTronAddress },
      new RegExp(`address ${tronAddress}; the`),
    );
    expect(await readOrder(ref)).toMatchObject({ refundAccount: otherTronAddress });
  });

  test("is not taken for a refund that goes back to its payment", async () => {
    const { ref } = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
    await run("orders confirm-payin", { ref, tx: "PP-1", amount: "100.00", asset: "paypal-usd" });
    expect(await run("orders refund", { ref, account: tronAddress })).toMatchObject({
      sentence: "paypal-usd is refunded to the payment it came from: leave --account out.",
    });
  });
});

test("a late payment is not exchanged at a quoted rate far above the market's without a question", async () => {
  const row = await executedRow(ctx);
  await ctx.clock.advance(4 * 3600);
  await simulateEvent(ctx, row, "pay_late", null);
  expect(await readOrder(row.ref)).toMatchObject({ holdReason: "late_payment" });
  expect(await run("rates set", { pair, rate: "0.7", anyway: "yes" })).toMatchObject({ ok: true });
  await expectQuestion("orders release", { ref: row.ref }, /^The quoted rate is 4\d\.\d % above the market's/);
});

test("a dry run queues no job and shows what the command would book", async () => {
  const { ref } = await executedRow(ctx);
  ctx.jobs.waiting.length = 0;
  const paid = { ref, tx: "t1", amount: "500", asset: "usdt-trc20", dry_run: "yes" };
  expect(await run("orders confirm-payin", paid)).toMatchObject({
    ok: true,
    data: {
      would_answer: expect.stringContaining("is now processing"),
      transfers: expect.arrayContaining([expect.objectContaining({ code: "payin", amount: "500.000000 usdt-trc20" })]),
      jobs: expect.arrayContaining([expect.objectContaining({ job: "payout" })]),
    },
  });
  expect(ctx.jobs.waiting).toEqual([]);
  expect(await readOrder(ref)).toMatchObject({ status: "awaiting_payment" });
  expect(await run("reserve fund", { asset: "btc", amount: "1", dry_run: "maybe" })).toMatchObject({ ok: false });
});
