import { beforeEach, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { exchangeSource } from "../../../upstream/observability/metrics/exchange-source.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import { blockOf } from "../../../upstream/withdrawals/obstacle.ts";
import { adjustWallet } from "../../support/ledger/own-money.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { depositStatuses, figures, opened, report, walletOf } from "../../support/wallets/deposits.ts";

const none = { posted: "0.000000", available: "0.000000", settling: "0.000000", held: "0.000000" };
const hundred = { ...none, posted: "100.000000", available: "100.000000" };
let service: Exchange;
let anna: Member;
let address: string;

beforeEach(async () => {
  service = await exchange();
  ({ member: anna, address } = await walletOf(service));
});

const show = () => figures(service, anna);
const statuses = () => depositStatuses(service, anna);
const inBooks = (account: string) => available(service.ctx.db.orm, account);

test("a deposit is pending and not booked before it is final, then credited", async () => {
  await report(service, address, { railPaymentId: "one", state: "seen", confirmations: 3 });
  expect(await show()).toMatchObject({ ...none, pending: "100.000000" });
  expect(await statuses()).toEqual(["pending"]);
  expect(await inBooks(accounts.member(anna.id, "usdt-trc20"))).toBe(0n);
  await report(service, address, { railPaymentId: "one", state: "final" });
  expect(await show()).toMatchObject({ ...hundred, pending: "0.000000" });
});

test("a deposit is credited once, however often and from wherever it is reported", async () => {
  const twin = service.twin().context;
  const final = { railPaymentId: "AbC1", state: "final" } as const;
  await Promise.all(Array.from({ length: 12 }, () => report(service, address, final)));
  await report({ ...service, ctx: twin }, address, { ...final, railPaymentId: "aBc1" });
  await report(service, address, { railPaymentId: "abc1", state: "seen", confirmations: 2 });
  expect(await show()).toMatchObject(hundred);
  expect(await statuses()).toEqual(["credited"]);
});

test("a deposit that vanishes before it is final leaves nothing, and may come again", async () => {
  await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await statuses()).toEqual([]);
  await report(service, address, { railPaymentId: "one", state: "seen" });
  await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await statuses()).toEqual(["gone"]);
  expect(await show()).toMatchObject({ ...none, pending: "0.000000" });
  await report(service, address, { railPaymentId: "one", state: "final" });
  expect(await show()).toMatchObject(hundred);
});

test("deposits below the minimum add up until they reach it", async () => {
  await report(service, address, { railPaymentId: "a", state: "final", amount: 2_000000n });
  await report(service, address, { railPaymentId: "b", state: "final", amount: 2_999999n });
  expect(await show()).toMatchObject(none);
  expect(await statuses()).toEqual(["collecting", "collecting"]);
  expect(await inBooks(accounts.unclaimed("usdt-trc20"))).toBe(4_999999n);
  await report(service, address, { railPaymentId: "c", state: "final", amount: 1n });
  expect(await show()).toMatchObject({ ...none, posted: "5.000000", available: "5.000000" });
  expect(await statuses()).toEqual(["credited", "credited", "credited"]);
  expect(await inBooks(accounts.unclaimed("usdt-trc20"))).toBe(0n);
});

test("what is below the minimum adds up with nothing of another member or wallet", async () => {
  const { address: others } = await walletOf(service, "eve@example.com");
  const ether = await opened(service, anna, "usdt-erc20");
  for (const [id, place] of [
    ["hers", others],
    ["elsewhere", ether],
    ["own", address],
  ] as const)
    await report(service, place, { railPaymentId: id, state: "final", amount: 3_000000n });
  expect(await show()).toMatchObject(none);
  await report(service, address, { railPaymentId: "more", state: "final", amount: 3_000000n });
  expect(await show()).toMatchObject({ ...none, posted: "6.000000", available: "6.000000" });
});

test("another asset than the wallet's is kept as unclaimed and shown", async () => {
  await report(service, address, { railPaymentId: "x", state: "seen", asset: "usdt-erc20" });
  await opened(service, anna, "usdt-erc20");
  const { data } = (await service.call("balanceDetails", by(anna.token))).reply();
  expect(data.map((wallet) => wallet.pending)).toEqual(["0.000000", "0.000000"]);
  const { pending } = (await service.call("memberTransactions", by(anna.token))).reply();
  expect(pending).toEqual([]);
  await report(service, address, { railPaymentId: "x", state: "final", asset: "usdt-erc20" });
  expect(await statuses()).toEqual(["unclaimed"]);
  expect(await show()).toMatchObject(none);
  expect(await inBooks(accounts.unclaimed("usdt-erc20"))).toBe(100_000000n);
});

test("operators see what no wallet has: another asset, and what is below the minimum", async () => {
  await report(service, address, { railPaymentId: "x", state: "final", asset: "usdt-erc20" });
  await service.ctx.clock.advance(60);
  await report(service, address, { railPaymentId: "dust", state: "final", amount: 2_000000n });
  await report(service, address, { railPaymentId: "ours", state: "final" });
  await report(service, address, { railPaymentId: "not above the refund fee", state: "final", amount: 1_000000n });
  await report(service, address, { railPaymentId: "small", state: "final", amount: 1_500000n });
  const today = await runCommand(service.ctx, { command: "today", args: {}, operator: { name: "boris" } });
  const of = { member: anna.id, wallet: "usdt-trc20", address };
  expect(today).toMatchObject({
    data: {
      unclaimed_deposits: [
        { ...of, status: "unclaimed", amount: "100.000000 usdt-erc20", tx: "x" },
        { ...of, status: "collecting", amount: "1.500000 usdt-trc20", tx: "small" },
      ],
    },
  });
  const figures = await exchangeSource(
    service.ctx,
    () => 0,
    () => expect.unreachable(),
  )();
  // Below the minimum it waits for more, and needs nobody.
  expect(figures.find(({ name }) => name === "deposits_unclaimed")?.values).toEqual([{ value: 1 }]);
});

test("a deposit taken back after it was final is taken from the wallet", async () => {
  await report(service, address, { railPaymentId: "one", state: "final" });
  await report(service, address, { railPaymentId: "two", state: "final", amount: 30_000000n });
  for (const _ of [1, 2]) await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await show()).toMatchObject({ ...none, posted: "30.000000", available: "30.000000", debt: "0.000000" });
  const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
  expect(data.map(({ type, direction, balance_after }) => [type, direction, balance_after])).toEqual([
    ["chargeback", "debit", "30.000000"],
    ["deposit", "credit", "130.000000"],
    ["deposit", "credit", "100.000000"],
  ]);
  await report(service, address, { railPaymentId: "one", state: "final" });
  expect(await show()).toMatchObject({ posted: "130.000000" });
});

test("what the wallet cannot cover becomes a debt, which blocks withdrawals and is repaid first", async () => {
  const { ctx } = service;
  const now = ctx.clock.now();
  const block = () => blockOf(ctx.db.orm, anna.id, now);
  await report(service, address, { railPaymentId: "one", state: "final" });
  await spend(40_000000n);
  expect(await block()).toBeUndefined();
  const reserve = await inBooks(accounts.reserve("usdt-trc20"));
  await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await show()).toMatchObject({ ...none, debt: "40.000000" });
  expect(await inBooks(accounts.reserve("usdt-trc20"))).toBe(reserve - 40_000000n);
  expect(await block()).toEqual({ refused: "wallet_debt" });

  await report(service, address, { railPaymentId: "two", state: "final", amount: 10_000000n });
  expect(await show()).toMatchObject({ ...none, debt: "30.000000" });
  await report(service, address, { railPaymentId: "three", state: "final", amount: 50_000000n });
  expect(await show()).toMatchObject({ ...none, posted: "20.000000", available: "20.000000", debt: "0.000000" });
  expect(await inBooks(accounts.reserve("usdt-trc20"))).toBe(reserve);
  expect(await block()).toBeUndefined();
});

test("a deposit that is reported twice as taken back is debited once, and unclaimed money stays", async () => {
  await report(service, address, { railPaymentId: "one", state: "final" });
  await spend(100_000000n);
  await report(service, address, { railPaymentId: "dust", state: "final", amount: 2_000000n });
  for (const _ of [1, 2]) await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await show()).toMatchObject({ ...none, debt: "100.000000" });
  expect(await inBooks(accounts.unclaimed("usdt-trc20"))).toBe(2_000000n);
});

/** Takes money from the wallet to our reserve, as an order that was paid from it does. */
async function spend(amount: bigint) {
  const taken = { email: anna.email, asset: "usdt-trc20", amount: formatDecimal(amount, 6) };
  await adjustWallet(service.ctx, "take", taken);
}

test("a deposit to an address that no wallet has is told to be unknown, and nothing is booked", async () => {
  const stray = { rail: "sandbox-tron", railPaymentId: "s", address: "Tnowhere", memo: null, asset: "usdt-trc20" };
  const outcome = await reportDeposit(service.ctx, {
    ...stray,
    amount: 1n,
    confirmations: 1,
    required: 1,
    state: "final",
    place: "hot",
  });
  expect(outcome).toBe("unknown");
});

test("deposits belong to the rail and the memo that they name, whatever address and transaction agree", async () => {
  const { member: eve, address: others } = await walletOf(service, "eve@example.com");
  await service.ctx.db.query(
    `insert into wallet_address (id, member_id, asset, rail, address, memo, issued_at, replaced_at)
      select 'wa_memo', member_id, asset, rail, $1, '7', issued_at, issued_at from wallet_address where address = $2`,
    [address, others],
  );
  await report(service, address, { railPaymentId: "same", state: "final", memo: "7", amount: 30_000000n });
  expect([await show(), await figures(service, eve)]).toMatchObject([none, { posted: "30.000000" }]);
  expect(await report(service, address, { railPaymentId: "x", state: "final", rail: "sandbox-ethereum" })).toBe(
    "unknown",
  );
  const bitcoin = await opened(service, anna, "btc");
  await report(service, bitcoin, { railPaymentId: "same", state: "final", amount: 5_000_000n });
  expect(await figures(service, anna, "btc")).toMatchObject({ posted: "0.05000000" });
});

test("the sandbox's deposit goes from seen to final, can vanish, and can be taken back", async () => {
  service = await exchange({ settings: { SANDBOX_PACE_MS: "1000" } });
  ({ member: anna, address } = await walletOf(service));
  const simulate = (event: "pay" | "confirm" | "vanish" | "take_back" | "pay_wrong_asset") =>
    service.ask("sandboxDeposits", { body: { asset: "usdt-trc20", event, amount: "50" }, ...by(anna.token) });
  expect((await simulate("confirm")).problem()).toMatchObject({ code: "invalid_transition" });
  await simulate("pay");
  expect(await show()).toMatchObject({ ...none, pending: "50.000000" });
  await simulate("vanish");
  expect(await statuses()).toEqual(["gone"]);
  await simulate("pay");
  for (let seconds = 0; seconds < 5; seconds += 1) await service.pass(1);
  expect(await show()).toMatchObject({ posted: "50.000000", pending: "0.000000" });
  await simulate("take_back");
  expect(await show()).toMatchObject({ ...none, debt: "0.000000" });
  await simulate("pay_wrong_asset");
  await simulate("confirm");
  expect((await statuses()).sort()).toEqual(["gone", "taken_back", "unclaimed"]);
});
