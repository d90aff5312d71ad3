import { beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const pairId = "usdt-trc20_paypal-usd";
let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const command = (name: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command: name, args: { reason: "a test", ...args }, operator: { name: "anna" } });
const set = (changes: Record<string, string>) => command("assets set", { asset: "usdt-trc20", ...changes });
const at = async (amount: string, side: "from" | "to" = "from") =>
  (await service.call("exchangeQuote", { query: { from: "usdt-trc20", to: "paypal-usd", amount, side } })).reply().data;
const share = ({ rate, reference_rate }: Awaited<ReturnType<typeof at>>) => Number(rate) / Number(reference_rate);
const shownPair = async (id = pairId) =>
  (await service.call("exchangePairs")).reply().data.pairs.find((pair) => pair.id === id);
const rowOf = async (name: "rates list" | "pairs list", id = pairId) => {
  const outcome = await command(name, {});
  const rows = outcome.ok && Array.isArray(outcome.data) ? outcome.data : [];
  return rows.find((row) => typeof row === "object" && row !== null && "pair" in row && row.pair === id);
};
const positions = async () => {
  const outcome = await command("today", {});
  return outcome.ok && typeof outcome.data === "object" && "positions" in outcome.data && outcome.data.positions;
};

/** Twenty basis points for each step, with steps so large that five of them are beyond a target of one USDT. */
async function fiveSteps(): Promise<Record<string, string>> {
  const { assets } = await service.ctx.market.snapshot();
  const heldAmount = assets.find(({ id }) => id === "usdt-trc20")?.position ?? 0n;
  return { held_target: "1", held_widen_bps: "20", held_step: String((heldAmount - 1_000_000n) / 5_500_000n) };
}

describe("an asset of which more is held than the target", () => {
  test("widens the margin of what brings more of it: quote, page, order and ledger have one rate", async () => {
    const back = (await shownPair("paypal-usd_usdt-trc20"))?.rate;
    expect(await set(await fiveSteps())).toMatchObject({ ok: true });
    const quote = await at("500");
    expect(share(quote)).toBeCloseTo(0.956, 3);
    expect((await shownPair())?.rate).toBe(quote.rate);
    expect((await shownPair("paypal-usd_usdt-trc20"))?.rate).toBe(back);
    const { order } = await executedOrder(service);
    expect(order.rate).toBe(quote.rate);
    expect(await verify(service.ctx.db)).toEqual([]);
    expect(await set({ held_widen_bps: "0", anyway: "yes" })).toMatchObject({ ok: true });
    expect(share(await at("500"))).toBeCloseTo(0.966, 3);
  });

  test("adds to the margin of the amount and of the hour, and operators read how much", async () => {
    const both = { pair: pairId, margin_tiers: "500:150", margin_hours: "sat 12-13 +200", anyway: "yes" };
    expect(await command("pairs set", both)).toMatchObject({ ok: true });
    expect(await set(await fiveSteps())).toMatchObject({ ok: true });
    expect(share(await at("100"))).toBeCloseTo(0.936, 3);
    expect(share(await at("500"))).toBeCloseTo(0.955, 3);
    expect((await shownPair())?.rate_tiers).toMatchObject([{ rate: (await at("500")).rate }]);
    const wanted = (await at("700")).to.amount;
    expect(await at(wanted, "to")).toMatchObject({ rate: (await at("700")).rate });
    const added = { margin_now: 640, added_by_hour: 200, added_by_held: 100 };
    expect(await rowOf("rates list")).toMatchObject(added);
    const other = { added_by_hour: 0, added_by_held: 0 };
    expect(await rowOf("rates list", "paypal-usd_usdt-trc20")).toMatchObject(other);
    expect(await rowOf("pairs list")).toMatchObject({ margin_now: 640 });
    expect(await positions()).toMatchObject([
      { state: "wider: pairs that bring more of it have 100 bps more margin, up to 2000 in all" },
    ]);
  });

  test("widens to 2,000 basis points in all, and pauses beyond the most that is held", async () => {
    const atOnce = { held_target: "1", held_widen_bps: "500", held_step: "1" };
    expect(await set(atOnce)).toMatchObject({ ok: false, sentence: expect.stringContaining("2000 basis points more") });
    expect(await set({ ...atOnce, anyway: "yes" })).toMatchObject({ ok: true });
    expect(share(await at("500"))).toBeCloseTo(0.8, 3);
    expect(await set({ held_most: "2" })).toMatchObject({ ok: true });
    expect((await shownPair())?.status).toBe("paused");
  });

  test.each([
    [{ held_target: "1", held_widen_bps: "20" }, "enter both"],
    [{ held_target: "1", held_step: "100" }, "enter both"],
    [{ held_widen_bps: "20", held_step: "100" }, "beyond a target"],
    [{ held_target: "1", held_widen_bps: "20", held_step: "0" }, "above zero"],
    [{ held_target: "1", held_widen_bps: "2001", held_step: "1" }, ""],
    [{ held_target: "1", held_widen_bps: "20", held_step: "many" }, "not an amount"],
  ])("refuses %j", async (changes, sentence) => {
    const text = expect.stringContaining(sentence);
    expect(await set({ ...changes, anyway: "yes" })).toMatchObject({ ok: false, sentence: text });
  });

  test("keeps its target while margins widen beyond it", async () => {
    expect(await set(await fiveSteps())).toMatchObject({ ok: true });
    expect(await set({ held_target: "none", anyway: "yes" })).toMatchObject({ ok: false });
    expect(await set({ held_target: "none", held_widen_bps: "0", anyway: "yes" })).toMatchObject({ ok: true });
  });

  test("asks before margins widen less, or by more than the rate band at one step", async () => {
    const steps = { held_target: "900000000", held_widen_bps: "20", held_step: "1000" };
    expect(await set({ ...steps, held_widen_bps: "501" })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("501 basis points more margin at each step; the band is 500"),
    });
    expect(await set(steps)).toMatchObject({ ok: true });
    // What stood a day ago comes back without being asked about.
    await service.pass(90_000);
    const less = [
      { held_widen_bps: "19" },
      { held_widen_bps: "0" },
      { held_step: "1001" },
      { held_target: "900000001" },
    ];
    for (const changes of less)
      expect(await set(changes)).toMatchObject({
        ok: false,
        sentence: expect.stringContaining("less margin than now"),
      });
    expect(await set({ held_widen_bps: "40", held_step: "500", held_target: "800000000" })).toMatchObject({ ok: true });
  });

  test("that nobody has set is named by `ledger verify`", async () => {
    await service.ctx.db.query("update asset set held_target = 5, held_widen_bps = 1, held_step = 7 where id = 'btc'");
    const named = await verify(service.ctx.db);
    expect(named.map(({ check, subject }) => [check, subject])).toEqual(
      ["heldStep", "heldTarget", "heldWidenBps"].map(() => ["assets_are_those_set", "btc"]),
    );
  });
});
