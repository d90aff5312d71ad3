import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

const toUsdt = "paypal-usd_usdt-trc20";
let service: Exchange;

beforeEach(async () => {
  service = await exchange({ settings: { FEES_FOLLOW_NETWORK: "on" } });
});

const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "anna" } });
/** What the operator's list says of one pair or asset. */
async function listed(command: "pairs list" | "assets list", subject: Record<string, string>) {
  const outcome = await operator(command);
  return outcome.ok && Array.isArray(outcome.data)
    ? outcome.data.find((row) => expect.objectContaining(subject).asymmetricMatch(row))
    : undefined;
}
const currencies = async () => {
  const { token } = await signedUp(service, "anna@example.com");
  return (await service.call("balanceCurrencies", by(token))).reply().data;
};
const pairs = async () => (await service.call("exchangePairs", {})).reply().data.pairs;
const quoted = async () => {
  const query = { from: "paypal-usd", to: "usdt-trc20", amount: "146", side: "from" } as const;
  return (await service.call("exchangeQuote", { query })).reply().data;
};

describe("fees where the network takes more than what was set", () => {
  // A TRC20 transfer takes 13.4 TRX of 0.2846 dollars: 3.81 dollars, against a set fee of 1 USDT.
  test("follow it in the wallet's currencies, the pair and its quotes, and both agree", async () => {
    const wallet = (await currencies()).find(({ asset }) => asset === "usdt-trc20");
    const fee = Number(wallet?.withdraw_fee);
    expect(fee).toBeGreaterThan(3.7);
    expect(fee).toBeLessThan(4);
    expect((await pairs()).find(({ id }) => id === toUsdt)?.payout_fee).toBe(wallet?.withdraw_fee);
    expect((await quoted()).fees).toContainEqual({
      kind: "payout_network",
      amount: wallet?.withdraw_fee,
      asset: "usdt-trc20",
    });
  });

  test("stay as set where the network takes less", async () => {
    const wallets = await currencies();
    expect(wallets.find(({ asset }) => asset === "btc")?.withdraw_fee).toBe("0.00002000");
    expect(wallets.find(({ asset }) => asset === "usdt-erc20")?.withdraw_fee).toBe("3.000000");
  });

  test("rise with the worth of what pays for the network, at once and to a bound", async () => {
    const feeNow = async () => (await pairs()).find(({ id }) => id === toUsdt)?.payout_fee;
    expect(await operator("rates fee", { asset: "trx", rate: "0.30", anyway: "yes" })).toMatchObject({ ok: true });
    service.ctx.market.changed();
    expect(Number(await feeNow())).toBeGreaterThan(4);
    expect(await operator("rates fee", { asset: "trx", rate: "30", anyway: "yes" })).toMatchObject({ ok: true });
    service.ctx.market.changed();
    expect(await feeNow()).toBe("5.000000");
  });

  test("are left alone with FEES_FOLLOW_NETWORK=off", async () => {
    service = await exchange();
    expect((await currencies()).find(({ asset }) => asset === "usdt-trc20")?.withdraw_fee).toBe("1.000000");
  });
});

describe("an operator reads", () => {
  test("from which amount a pair earns its network fees", async () => {
    const row = await listed("pairs list", { pair: toUsdt });
    expect(row).toMatchObject({ payout_fee: "1.000000", break_even: expect.stringMatching(/^\d+\.\d\d$/) });
    expect(await listed("assets list", { asset: "usdt-trc20" })).toMatchObject({
      withdraw_fee: "1.000000",
      withdraw_fee_now: expect.stringMatching(/^3\.8/),
      network_cost: expect.stringMatching(/^3\.8/),
    });
  });

  test("which pairs lose money on their smallest exchange", async () => {
    // A TRC20 transfer usually takes 2.5 TRX.
    await operator("rates fee", { asset: "trx", rate: "3", anyway: "yes" });
    service.ctx.market.changed();
    const smallOnTron = { pair: "usdt-trc20_paypal-usd", min_from: "20.000000" };
    expect(await operator("today")).toMatchObject({
      data: { below_break_even: expect.arrayContaining([expect.objectContaining(smallOnTron)]) },
    });
  });
});
