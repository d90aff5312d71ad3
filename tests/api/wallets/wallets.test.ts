import { beforeEach, expect, test } from "vitest";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { opened, report, walletOf } from "../../support/wallets/deposits.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, "anna@example.com");
});

const create = (asset: string, sent = {}) =>
  service.ask("balanceCreate", { body: { asset, ...sent }, ...by(anna.token) });

test("a wallet is opened once for each asset, empty, with an address, its warning, minimum and confirmations", async () => {
  const { data } = (await create("usdt-trc20")).reply();
  expect(data).toMatchObject({ asset: "usdt-trc20", posted: "0.000000", available: "0.000000", debt: "0.000000" });
  expect(data.deposit).toMatchObject({ min: "5.000000", confirmations: 20, memo: null });
  expect(data.deposit?.warning).toContain("USDT (TRC20)");
  expect((await create("usdt-trc20")).reply().data.deposit?.address).toBe(data.deposit?.address);
  expect((await service.call("balanceDetails", by(anna.token))).reply().data).toHaveLength(1);
});

test("of eight requests at once one opens the wallet, and all get its address", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create("btc")));
  const addresses = answers.map((response) => response.reply().data.deposit?.address);
  expect(new Set(addresses).size).toBe(1);
});

test("wallets hold crypto only", async () => {
  for (const asset of ["paypal-usd", "trx", "doge", ""]) {
    expect((await create(asset)).problem()).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/asset", code: "not_allowed" }],
    });
  }
  const { data } = (await service.call("balanceCurrencies", by(anna.token))).reply();
  expect(data.map(({ asset }) => asset)).toEqual(["usdt-trc20", "usdt-erc20", "btc", "eth", "ltc"]);
});

test("another address replaces the shown one, up to twenty", async () => {
  const first = await opened(service, anna, "btc");
  const second = await opened(service, anna, "btc", true);
  expect(second).not.toBe(first);
  for (let more = 3; more <= 20; more += 1) await opened(service, anna, "btc", true);
  expect((await create("btc", { new_address: true })).problem()).toMatchObject({
    errors: [{ pointer: "/new_address", code: "too_many" }],
  });
});

test("the total values all wallets in the chosen currency at the reference rates", async () => {
  await opened(service, anna, "usdt-trc20");
  await opened(service, anna, "btc");
  await service.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: "100" }, ...by(anna.token) });
  await service.call("sandboxDeposits", { body: { asset: "btc", amount: "0.01" }, ...by(anna.token) });
  for (const currency of ["usd", "eur"] as const) {
    const { data, meta } = (await service.call("balanceDetails", { query: { currency }, ...by(anna.token) })).reply();
    const worths = data.map(({ worth }) => Math.round(Number(worth) * 100));
    expect(worths.every((cents) => cents > 0)).toBe(true);
    expect(meta).toMatchObject({ currency, is_complete: true });
    expect(Math.round(Number(meta.total) * 100)).toBe(worths.reduce((sum, cents) => sum + cents, 0));
  }
});

test("strangers and other members find no wallet", async () => {
  await create("btc");
  const eve = await signedUp(service, "eve@example.com");
  const query = { asset: "btc" };
  expect((await service.call("balanceCoin", { query, ...by(eve.token) })).problem()).toMatchObject({
    code: "not_found",
  });
  expect((await service.call("balanceDetails", by(eve.token))).reply().data).toEqual([]);
  expect((await service.call("balanceDetails")).problem()).toMatchObject({ code: "unauthenticated" });
});

test("with WALLETS=off every call answers not_available, and the site is told", async () => {
  const closed = await exchange({ settings: { WALLETS: "off" } });
  const eve = await signedUp(closed, "eve@example.com");
  const signedIn = by(eve.token);
  await closed.call("affiliateJoin", signedIn);
  const answers = [
    await closed.ask("balanceCurrencies", signedIn),
    await closed.ask("affiliatePayout", { body: {}, key: "all", ...signedIn }),
    await closed.ask("balanceCreate", { body: { asset: "btc" }, ...signedIn }),
    await closed.ask("balanceDetails", signedIn),
    await closed.ask("balanceCoin", { query: { asset: "btc" }, ...signedIn }),
    await closed.ask("memberTransactions", signedIn),
    await closed.ask("memberStatement", signedIn),
    await closed.ask("sandboxDeposits", { body: { asset: "btc" }, ...signedIn }),
  ];
  expect(answers.map((response) => response.problem().code)).toEqual(answers.map(() => "not_available"));
  expect((await closed.call("exchangePairs")).reply().meta.wallets).toBe(false);
  expect((await service.call("exchangePairs")).reply().meta.wallets).toBe(true);
});

test("what arrives at an address that was replaced is credited all the same", async () => {
  const { member, address } = await walletOf(service, "bob@example.com", "btc");
  await opened(service, member, "btc", true);
  await report(service, address, { railPaymentId: "old", state: "final", amount: 5_000_000n });
  const { data } = (await service.call("balanceDetails", by(member.token))).reply();
  expect(data[0]?.available).toBe("0.05000000");
});
