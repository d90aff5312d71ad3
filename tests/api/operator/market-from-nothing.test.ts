import { beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { firstAssets, firstMarket } from "../../support/market/first-market.ts";
import { paypalToUsdt } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange({ market: "empty" });
});

const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, { command, args: { reason: "the first day", ...args }, operator: { name: "anna" } });

async function accepted(command: string, args: Record<string, string> = {}): Promise<void> {
  const outcome = await operator(command, args);
  if (!outcome.ok) throw new Error(`${command}: ${JSON.stringify(outcome)}`);
}

const anyway = "yes";
const { usdt, eth, dollars } = firstAssets;

describe("a market that operators build from nothing", () => {
  test("sells four pairs of three assets, whose prices are those of the audit log", async () => {
    for (const [command, args] of firstMarket()) await accepted(command, args);

    const { pairs, assets } = (await service.call("exchangePairs")).reply().data;
    expect(pairs.map(({ id, page, status }) => `${id} ${page} ${status}`)).toEqual([
      "usdt-erc20_paypal-usd usdt-to-paypal active",
      "paypal-usd_usdt-erc20 paypal-invoice active",
      "eth_paypal-usd crypto-to-paypal active",
      "paypal-usd_eth paypal-invoice active",
    ]);
    expect(assets.map(({ id, network }) => [id, network])).toEqual([
      ["usdt-erc20", "ethereum"],
      ["eth", "ethereum"],
      ["paypal-usd", null],
    ]);
    await completedOrder(service, "anna@example.com", { from: "usdt-erc20", to: "paypal-usd", amount: "100" });
    await completedOrder(service, "anna@example.com", { ...paypalToUsdt, to: "usdt-erc20" });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("has nothing that a customer could see before an asset and a pair are opened", async () => {
    await accepted("assets add", { ...usdt, anyway });
    await accepted("assets add", { ...dollars, anyway });
    await accepted("pairs add", { from: "usdt-erc20", to: "paypal-usd" });
    const { data } = (await service.call("exchangePairs")).reply();
    expect(data.pairs).toEqual([]);
    expect(data.assets.filter((asset) => asset.send_enabled || asset.receive_enabled)).toEqual([]);
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("keeps a rehearsal's asset out", async () => {
    expect(await operator("assets add", { ...usdt, anyway, dry_run: "yes" })).toMatchObject({ ok: true });
    expect(await operator("assets list", {})).toMatchObject({ data: [] });
  });
});

describe("assets add", () => {
  test.each([
    [{ decimals: "8" }, "usdt-erc20 has 6 decimals at its rail, not 8."],
    [{ asset: "usdc-erc20" }, "No running rail knows usdc-erc20. RAILS is sandbox."],
    [{ refund_fee: "0.0000001" }, "0.0000001 is not an amount of usdt-erc20, which has 6 decimals."],
    [
      { withdraw_fee: "3", min_withdraw: "3" },
      "Nothing of the minimum withdrawal would arrive: the fee is not below it.",
    ],
    [{ asset: "USDT" }, "asset: An id has small letters, digits and single hyphens, like usdt-erc20."],
    [{ explorer: "https://etherscan.io/tx/" }, "explorer: Enter an address with {tx} where the transaction stands."],
    [{ explorer: "javascript://x/{tx}" }, "explorer: Enter an address with https and {tx}."],
  ])("with %o is refused: %s", async (args, sentence) => {
    expect(await operator("assets add", { ...usdt, anyway, ...args })).toEqual({ ok: false, sentence });
  });

  test("asks, since terms of a new asset can be compared with nothing", async () => {
    const outcome = await operator("assets add", usdt);
    expect(outcome).toMatchObject({ ok: false });
    expect(JSON.stringify(outcome)).toContain("12 confirmations of usdt-erc20 can be compared with nothing");
  });

  test("refuses an asset that is there", async () => {
    await accepted("assets add", { ...usdt, anyway });
    expect(await operator("assets add", { ...usdt, anyway })).toEqual({
      ok: false,
      sentence: "There is an asset usdt-erc20 already: change it with assets set.",
    });
  });

  test.each([
    [async () => ({ network: "solana", decimals: 6 }), "There is no rule for addresses of solana."],
    [
      async () => {
        throw new RailUnavailable("away");
      },
      "The rail of usdt-erc20 does not answer now. Try again later.",
    ],
  ])("refuses what its rail cannot be asked about: %#", async (describe, sentence) => {
    Object.assign(service.ctx.rails, { describe });
    expect(await operator("assets add", { ...usdt, anyway })).toEqual({ ok: false, sentence });
  });
});

describe("pairs add", () => {
  beforeEach(async () => {
    for (const typed of [usdt, eth, dollars]) await accepted("assets add", { ...typed, anyway });
  });

  test.each([
    [{ from: "usdt-erc20", to: "eth" }, "No page of the website sells eth for usdt-erc20."],
    [{ from: "gold", to: "eth" }, "Unknown asset: gold."],
    [{ from: "eth", to: "paypal-usd", eta_min: "60", eta_max: "30" }, "The shortest time is above the longest."],
  ])("with %o is refused: %s", async (args, sentence) => {
    expect(await operator("pairs add", args)).toEqual({ ok: false, sentence });
  });

  test("refuses a pair that is there", async () => {
    await accepted("pairs add", { from: "eth", to: "paypal-usd" });
    const again = await operator("pairs add", { from: "eth", to: "paypal-usd" });
    expect(again).toEqual({ ok: false, sentence: "There is a pair eth_paypal-usd already." });
  });

  test("joins no simulated and no real side, and a pair that does is closed", async () => {
    await accepted("pairs add", { from: "eth", to: "paypal-usd" });
    await accepted("rates set", { pair: "eth_paypal-usd", rate: "2800", anyway });
    const { rails } = service.ctx;
    const { isSimulated } = rails;
    Object.assign(rails, { isSimulated: (asset: string) => asset !== "eth" && isSimulated(asset) });
    expect(await operator("pairs add", { from: "paypal-usd", to: "eth" })).toEqual({
      ok: false,
      sentence: "paypal-usd is simulated and eth is not: nobody may pay for one with the other.",
    });
    const terms = { margin_bps: "300", service_bps: "50", payout_fee: "0", min_from: "0.01", max_from: "0.1" };
    const opened = await operator("pairs open", { pair: "eth_paypal-usd", ...terms, anyway });
    expect(opened).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("nobody may pay for one with the other"),
    });

    await service.ctx.db.query(
      "update pair set status = 'active', min_from = 1, max_from = 10 where id = 'eth_paypal-usd'",
    );
    service.ctx.market.changed();
    const { pairs } = (await service.call("exchangePairs")).reply().data;
    expect(pairs).toMatchObject([{ id: "eth_paypal-usd", status: "paused" }]);
  });
});
