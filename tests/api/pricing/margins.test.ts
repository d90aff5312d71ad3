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
const quote = () =>
  service.call("exchangeQuote", { query: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } });
const shownPair = async () => (await service.call("exchangePairs")).reply().data.pairs.find(({ id }) => id === pairId);

describe("a margin that is wider at some hours", () => {
  // The tests begin on a Saturday at noon.
  test("counts in quotes, on the page and in orders, and only then", async () => {
    const before = (await quote()).reply().data;
    expect(await command("pairs set", { pair: pairId, margin_hours: "sat 12-13 +200" })).toMatchObject({ ok: true });
    const { data } = (await quote()).reply();
    expect(data.reference_rate).toBe(before.reference_rate);
    expect(Number(data.rate) / Number(before.rate)).toBeCloseTo(1 - 0.02 / 0.966, 3);
    expect((await shownPair())?.rate).toBe(data.rate);
    await executedOrder(service);
    expect(await verify(service.ctx.db)).toEqual([]);
    await service.pass(3600);
    service.ctx.market.changed();
    const after = (await quote()).reply().data;
    expect(Number(after.rate) / Number(after.reference_rate)).toBeCloseTo(
      Number(before.rate) / Number(before.reference_rate),
      4,
    );
  });

  test("is refused where it is not of the form that is asked for", async () => {
    for (const margin_hours of ["always +100", "sat 0-24 -100", "sat 0-24 +9999"])
      expect(await command("pairs set", { pair: pairId, margin_hours })).toMatchObject({ ok: false });
  });
});

describe("a margin that is smaller for larger amounts", () => {
  const at = async (amount: string, side: "from" | "to" = "from") =>
    (await service.call("exchangeQuote", { query: { from: "usdt-trc20", to: "paypal-usd", amount, side } })).reply()
      .data;
  const share = ({ rate, reference_rate }: Awaited<ReturnType<typeof at>>) => Number(rate) / Number(reference_rate);

  test("gives quote, pair and order the rate of their amount, from either side", async () => {
    const tiers = { pair: pairId, margin_tiers: "500:150,2000:100", anyway: "yes" };
    expect(await command("pairs set", tiers)).toMatchObject({ ok: true });
    expect(share(await at("499.999999"))).toBeCloseTo(0.966, 3);
    expect(share(await at("500"))).toBeCloseTo(0.985, 3);
    expect(share(await at("2000"))).toBeCloseTo(0.99, 3);
    expect(await shownPair()).toMatchObject({
      rate: (await at("100")).rate,
      rate_tiers: [
        { from: "500.000000", rate: (await at("500")).rate },
        { from: "2000.000000", rate: (await at("2000")).rate },
      ],
    });
    const wanted = (await at("700")).to.amount;
    expect(await at(wanted, "to")).toMatchObject({ to: { amount: wanted }, rate: (await at("700")).rate });
    const { order } = await executedOrder(service, { amount: "700" });
    expect(order).toMatchObject({ to: { amount: wanted }, rate: (await at("700")).rate });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("widens with the margin of the hour by as much", async () => {
    const both = { pair: pairId, margin_tiers: "500:150", margin_hours: "sat 12-13 +100", anyway: "yes" };
    expect(await command("pairs set", both)).toMatchObject({ ok: true });
    expect(share(await at("100"))).toBeCloseTo(0.956, 3);
    expect(share(await at("500"))).toBeCloseTo(0.975, 3);
  });

  test("asks where it changes a payout beyond the band at one of its amounts, and refuses a worse price for more", async () => {
    expect(await command("pairs set", { pair: pairId, margin_bps: "900", anyway: "yes" })).toMatchObject({ ok: true });
    expect(await command("pairs set", { pair: pairId, margin_tiers: "500:100" })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("the band is"),
    });
    for (const margin_tiers of ["500:900", "500:150,1000:200", "500"])
      expect(await command("pairs set", { pair: pairId, margin_tiers, anyway: "yes" })).toMatchObject({ ok: false });
    expect(await command("pairs set", { pair: pairId, margin_tiers: "500:300", anyway: "yes" })).toMatchObject({
      ok: true,
    });
    expect(await command("pairs set", { pair: pairId, margin_bps: "250", anyway: "yes" })).toMatchObject({ ok: false });
  });

  test("that nobody has set is named by `ledger verify`", async () => {
    await service.ctx.db.query("update pair set margin_tiers = '500:1' where id = $1", [pairId]);
    expect(await verify(service.ctx.db)).toMatchObject([{ check: "pairs_are_those_set", subject: pairId }]);
  });
});

describe("an asset of which enough is held", () => {
  const positions = async () => {
    const outcome = await command("today", {});
    return outcome.ok && typeof outcome.data === "object" && "positions" in outcome.data && outcome.data.positions;
  };

  test("pauses the pairs that bring more of it, until less is held", async () => {
    expect(await positions()).toEqual([]);
    expect(await command("assets set", { asset: "usdt-trc20", held_target: "1", held_most: "2" })).toMatchObject({
      ok: true,
    });
    expect(await positions()).toMatchObject([
      { asset: "usdt-trc20", target: "1.000000", most: "2.000000", state: "full: pairs that bring more of it pause" },
    ]);
    expect((await quote()).problem().code).toBe("pair_paused");
    expect((await shownPair())?.status).toBe("paused");
    const others = (await service.call("exchangePairs")).reply().data.pairs.filter(({ to }) => to === "usdt-trc20");
    expect(others.map(({ status }) => status)).not.toContain("paused");
    expect(await command("assets set", { asset: "usdt-trc20", held_most: "none" })).toMatchObject({ ok: true });
    expect((await shownPair())?.status).toBe("active");
  });

  test("has a limit above its target", async () => {
    const set = (held_target: string, held_most: string) =>
      command("assets set", { asset: "btc", held_target, held_most });
    expect(await set("2", "2")).toMatchObject({ ok: false });
    expect(await set("two", "3")).toMatchObject({ ok: false });
    expect(await set("2", "3")).toMatchObject({ ok: true });
    expect(await set("1", "4")).toMatchObject({ ok: true });
  });
});
