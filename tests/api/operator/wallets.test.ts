import { beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { depositStatuses, figures, opened, report, walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, later, movementOf, savedAddress, violations } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;
let address: string;

beforeEach(async () => {
  service = await exchange();
  ({ member: anna, address } = await walletOf(service));
});

const operator = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason: "counted twice", ...args }, operator: { name: "boris" } });

async function idOf(railPaymentId: string): Promise<string> {
  const { rows } = await service.ctx.db.query("select id from deposit where rail_payment_id = $1", [railPaymentId]);
  return String(rows[0]?.id);
}

test("a deposit of another asset is credited to the wallet for it, and taken back from there", async () => {
  await report(service, address, { railPaymentId: "x", state: "final", asset: "usdt-erc20" });
  const args = { id: await idOf("x"), email: anna.email };
  expect(await operator("deposits assign", args)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("no wallet"),
  });
  await opened(service, anna, "usdt-erc20");
  expect(await operator("deposits list", {})).toMatchObject({ data: [{ id: args.id, status: "unclaimed" }] });
  expect(await operator("deposits assign", args)).toMatchObject({ ok: true });
  expect(await operator("deposits assign", args)).toMatchObject({ ok: false });
  expect(await figures(service, anna, "usdt-erc20")).toMatchObject({ posted: "100.000000" });
  expect(await violations(service)).toEqual([]);
  await report(service, address, { railPaymentId: "x", state: "gone", asset: "usdt-erc20" });
  expect(await figures(service, anna, "usdt-erc20")).toMatchObject({ posted: "0.000000" });
  await report(service, address, { railPaymentId: "x", state: "final", asset: "usdt-erc20" });
  expect(await figures(service, anna, "usdt-erc20")).toMatchObject({ posted: "100.000000" });
  expect(await violations(service)).toEqual([]);
});

test("one that came to another member's address asks first, and what it takes back later is the new owner's debt", async () => {
  const { member: boris } = await walletOf(service, "boris@example.com");
  await report(service, address, { railPaymentId: "small", state: "final", amount: 2_000000n });
  const args = { id: await idOf("small"), email: boris.email };
  expect(await operator("deposits assign", args)).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining(`came to an address of ${anna.id}`) },
  });
  expect(await operator("deposits assign", { ...args, anyway: "yes" })).toMatchObject({ ok: true });
  expect(await depositStatuses(service, boris)).toEqual(["credited"]);
  await operator("wallets adjust", {
    email: boris.email,
    asset: "usdt-trc20",
    amount: "2",
    kind: "take",
    anyway: "yes",
  });
  await report(service, address, { railPaymentId: "small", state: "gone", amount: 2_000000n });
  expect(await figures(service, boris)).toMatchObject({ posted: "0.000000", debt: "2.000000" });
  expect(await figures(service, anna)).toMatchObject({ debt: "0.000000" });
  expect(await operator("wallets list", { debt: "yes" })).toMatchObject({
    data: [{ email: boris.email, asset: "usdt-trc20", debt: "2.000000" }],
  });
  expect(await violations(service)).toEqual([]);
});

test("one that is credited to a member who owes something repays that first", async () => {
  await report(service, address, { railPaymentId: "one", state: "final" });
  const args = { email: anna.email, asset: "usdt-trc20" };
  expect(await operator("wallets adjust", { ...args, amount: "60", kind: "take" })).toMatchObject({ ok: true });
  await report(service, address, { railPaymentId: "one", state: "gone" });
  expect(await figures(service, anna)).toMatchObject({ posted: "0.000000", debt: "60.000000" });
  const { address: others } = await walletOf(service, "eve@example.com");
  await report(service, others, { railPaymentId: "small", state: "final", amount: 2_000000n });
  const assigned = { id: await idOf("small"), email: anna.email, anyway: "yes" };
  expect(await operator("deposits assign", assigned)).toMatchObject({ ok: true });
  expect(await figures(service, anna)).toMatchObject({ posted: "0.000000", debt: "58.000000" });
  expect(await violations(service)).toEqual([]);
});

test("a wallet is adjusted with a reason that its member reads, never below zero, and beyond the band it asks", async () => {
  const args = { email: anna.email, asset: "usdt-trc20" };
  expect(await operator("wallets adjust", { ...args, amount: "20", kind: "add" })).toMatchObject({ ok: true });
  expect(await operator("wallets adjust", { ...args, amount: "20.000001", kind: "take" })).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining("wallet does not cover") },
  });
  expect(await operator("wallets adjust", { ...args, amount: "30000", kind: "add" })).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining("the band is") },
  });
  const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
  expect(data).toMatchObject([{ type: "adjustment", amount: "20.000000", note: "counted twice" }]);
  expect(await operator("wallets show", { email: anna.email })).toMatchObject({ data: [{ available: "20.000000" }] });
  expect(await operator("wallets transactions", { email: anna.email })).toMatchObject({
    data: [{ type: "adjustment", amount: "20.000000 usdt-trc20", note: "counted twice" }],
  });
  expect(await violations(service)).toEqual([]);
});

test.each(["wallets adjust", "deposits assign"])(
  "a withdrawal that needs an approval is not approved by whoever has put money into its wallet by %s",
  async (command) => {
    service.ctx.env = { ...service.ctx.env, PAYOUT_CAPS: {} };
    await savedAddress(service, anna);
    await later(service, anna);
    if (command === "wallets adjust") {
      await operator(command, { email: anna.email, asset: "usdt-trc20", amount: "20", kind: "add" });
    } else {
      const { address: others } = await walletOf(service, "clara@example.com");
      await report(service, others, { railPaymentId: "small", state: "final", amount: 2_000000n });
      await operator(command, { id: await idOf("small"), email: anna.email, anyway: "yes" });
    }
    await report(service, address, { railPaymentId: "large", state: "final" });
    const withdrawal = await confirmed(service, anna);
    await service.runJobs();
    const { id = "", state } = (await movementOf(service, withdrawal.id)) ?? {};
    expect(state).toBe("held");
    expect(await operator("payouts approve", { id })).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining("Another operator") },
    });
    const another = {
      command: "payouts approve",
      args: { id, reason: "asked the member" },
      operator: { name: "dora" },
    };
    expect(await runCommand(service.ctx, another)).toMatchObject({ ok: true });
  },
);

test("a counted balance with a deposit that is not final asks whether it was counted, and does not become reserve", async () => {
  await report(service, address, { railPaymentId: "coming", state: "seen", amount: 500_000000n, place: "deposits" });
  const hot = { asset: "usdt-trc20", amount: "125000" };
  expect(await operator("reserve correct", hot)).toMatchObject({
    sentence: expect.stringContaining("nothing to correct"),
  });
  const counted = { asset: "usdt-trc20", rail: "sandbox-tron_deposits", amount: "500" };
  expect(await operator("reserve correct", counted)).toMatchObject({
    sentence: expect.stringMatching(/500\.000000 usdt-trc20 are coming in .* counted books 0\.000000/),
  });
  expect(await operator("reserve correct", { ...counted, arriving: "counted" })).toMatchObject({
    sentence: expect.stringContaining("nothing to correct"),
  });
  await report(service, address, { railPaymentId: "coming", state: "final", amount: 500_000000n, place: "deposits" });
  expect(await operator("reserve correct", counted)).toMatchObject({
    sentence: expect.stringContaining("nothing to correct"),
  });
});
