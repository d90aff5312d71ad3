import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { member, wallet as walletTable, withdrawal } from "../../../upstream/db/schema/index.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { runDueWithdrawals } from "../../../upstream/withdrawals/run-due.ts";
import type { ScriptedRail } from "../../support/payouts/scripted-rail.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { opened, report } from "../../support/wallets/deposits.ts";
import { resume, type WithdrawalDesk, whole, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import {
  ask,
  confirmed,
  endAs,
  fundedMember,
  movementOf,
  reportKey,
  requested,
  violations,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

let desk: WithdrawalDesk;
let service: Exchange;
let anna: Member;
let rail: ScriptedRail;

beforeEach(async () => {
  desk = await withdrawalDesk();
  ({ service, anna, rail } = desk);
});

test("a withdrawal that its rail refuses has failed, and gives everything back with its fee", async () => {
  rail.preparation = { state: "refused", reason: "dust" };
  const { id } = await confirmed(service, anna);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "failed", reason: "not_sent", tx: null });
  expect(await desk.wallet()).toMatchObject(whole);
  expect(await desk.emailed()).toContain("withdrawal_failed");
  expect(await violations(service)).toEqual([]);
});

test("a transaction that its rail reports again in other letters is the same transaction", async () => {
  const hash = "ab".repeat(32);
  rail.reading = { state: "settled", txId: hash.toUpperCase(), networkFee: { asset: "trx", amount: 5n } };
  const { id } = await confirmed(service, anna);
  await resume(desk);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "completed", tx: { id: hash } });
  rail.reading = { state: "settled", txId: hash, networkFee: { asset: "trx", amount: 5n } };
  await advance(service.ctx, `${id}-withdrawal-1`);
  expect(await movementOf(service, id)).toMatchObject({ state: "settled", alarm: null });
  expect(await violations(service)).toEqual([]);
});

test("one that reverts on its network has cost us gas and the member nothing", async () => {
  rail.reading = { state: "reverted", reason: "out of energy", networkFee: { asset: "trx", amount: 5n } };
  const { id } = await confirmed(service, anna);
  await resume(desk);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "failed", reason: "not_sent" });
  expect(await desk.wallet()).toMatchObject(whole);
  expect(await violations(service)).toEqual([]);
});

test("one that was sent after it had failed is taken from the wallet, and what is not there is a debt", async () => {
  rail.reading = { state: "reverted", reason: "out of energy", networkFee: { asset: "trx", amount: 5n } };
  const { id } = await confirmed(service, anna);
  await resume(desk);
  await desk.operator("wallets adjust", {
    email: anna.email,
    asset: "usdt-trc20",
    amount: "970",
    kind: "take",
    anyway: "yes",
  });
  rail.reading = { state: "settled", txId: "t2", networkFee: { asset: "trx", amount: 5n } };
  await advance(service.ctx, `${id}-withdrawal-1`);
  expect(await desk.wallet()).toMatchObject({ posted: "0.000000", debt: "69.000000" });
  expect(await violations(service)).toEqual([]);
});

test("one that comes back after it was sent is credited without its fee", async () => {
  const { id } = await confirmed(service, anna);
  await resume(desk);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "completed" });
  const movement = await movementOf(service, id);
  if (!movement) throw new Error("It has no movement");
  await endAs(service.ctx, movement, { state: "returned", amount: null });
  await service.runJobs();
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "failed", reason: "returned" });
  expect(await desk.wallet()).toMatchObject({ posted: "999.000000", available: "999.000000" });
  expect(await desk.emailed()).toContain("withdrawal_returned");
});

test("an operator rejects one that waits, and lets a frozen member withdraw again", async () => {
  const waiting = await requested(service, anna);
  expect(await desk.operator("withdrawals show", { id: waiting.id })).toMatchObject({
    ok: true,
    data: { status: "confirm_pending", amount: "100.000000 usdt-trc20", payout: null },
  });
  expect(await desk.operator("withdrawals reject", { id: waiting.id })).toMatchObject({ ok: true });
  expect(await desk.operator("withdrawals reject", { id: waiting.id })).toMatchObject({ ok: false });
  await service.runJobs();
  expect(await withdrawalOf(service, anna, waiting.id)).toMatchObject({ status: "rejected", reason: "by_team" });
  expect(await desk.wallet()).toMatchObject(whole);
  expect(await desk.emailed()).toContain("withdrawal_rejected");
  expect(await desk.operator("members unfreeze", { email: anna.email })).toMatchObject({ ok: false });
});

test("the link of its email freezes the account without a session, and stops what has not left", async () => {
  rail.preparation = { state: "wait", reason: "coins" };
  const sending = await confirmed(service, anna);
  const waiting = await requested(service, anna, { amount: "50" });
  const [email] = (await service.emails(anna.email)).filter(({ kind }) => kind === "withdrawal_code");
  expect(email?.text).toContain("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
  const key = await reportKey(service, anna.email);
  const { data } = (await service.call("withdrawalsReport", { body: { key } })).reply();
  expect(data).toMatchObject({
    ...{ cause: "link", frozen_at: "2026-11-22T12:00:00.000Z", frozen_until: "2026-11-29T12:00:00.000Z" },
    // Of the same moment, hence by id.
    stopped: [
      { id: sending.id, amount: "100.000000", state: "held" },
      { id: waiting.id, amount: "50.000000", state: "returned" },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    returned: [{ asset: "usdt-trc20", amount: "50.000000" }],
    session_kept: false,
  });
  expect((await service.ask("memberProfile", by(anna.token))).problem()).toMatchObject({ code: "unauthenticated" });
  anna.token = await signedIn(service, anna.email);
  await resume(desk);
  expect(rail.sent.size).toBe(0);
  expect(await withdrawalOf(service, anna, waiting.id)).toMatchObject({ status: "rejected", reason: "reported" });
  expect(await withdrawalOf(service, anna, sending.id)).toMatchObject({ status: "processing" });
  expect((await ask(service, anna)).problem()).toMatchObject({
    ...{ code: "withdrawals_frozen", until: "2026-11-29T12:00:00.000Z" },
  });
  expect((await service.ask("withdrawalsReport", { body: { key: `${key}x` } })).problem()).toMatchObject({
    status: 404,
  });
  expect(await desk.operator("members unfreeze", { email: anna.email })).toMatchObject({ ok: true });
  expect((await ask(service, anna)).status).toBe(201);
  expect(await violations(service)).toEqual([]);
});

test("while the member owes something nothing is requested and nothing leaves", async () => {
  const { data } = (await service.call("balanceCoin", { query: { asset: "usdt-trc20" }, ...by(anna.token) })).reply();
  const request = await requested(service, anna, { amount: "900" });
  const deposit = { railPaymentId: `first of ${anna.email}`, amount: 1_000_000000n };
  await report(service, data.deposit?.address ?? "", { ...deposit, state: "gone" });
  expect((await desk.wallet()).debt).toBe("900.000000");
  const confirmation = await service.ask("withdrawalsConfirm", {
    body: { id: request.id, amount: request.amount, account: request.account, code: "123456" },
    ...by(anna.token),
  });
  expect(confirmation.problem()).toMatchObject({ status: 423, code: "wallet_debt" });
  expect((await ask(service, anna)).problem()).toMatchObject({ code: "wallet_debt" });
});

test("what is given back repays a debt first, so that the member can withdraw the rest", async () => {
  const cancelled = await requested(service, anna, { amount: "400" });
  await service.pass(60);
  const stopped = await requested(service, anna, { amount: "550" });
  const address = await opened(service, anna, "usdt-trc20");
  await report(service, address, { railPaymentId: "second", state: "final", amount: 100_000000n });
  await service.pass(60);
  await confirmed(service, anna, { amount: "120" });
  await report(service, address, { railPaymentId: "second", state: "gone", amount: 100_000000n });
  expect(await desk.wallet()).toMatchObject({ posted: "950.000000", held: "950.000000", debt: "70.000000" });
  await service.call("withdrawalsCancel", { body: { id: cancelled.id }, ...by(anna.token) });
  expect(await desk.wallet()).toMatchObject({ posted: "880.000000", available: "330.000000", debt: "0.000000" });
  await desk.operator("withdrawals reject", { id: stopped.id });
  expect(await desk.wallet()).toMatchObject({ posted: "880.000000", available: "880.000000", debt: "0.000000" });
  expect((await ask(service, anna)).status).toBe(201);
  expect(await violations(service)).toEqual([]);
});

test("a freeze cancels an approved one that waits for its fee, and gives everything back", async () => {
  await desk.operator("reserve take", { asset: "trx", amount: "5990", anyway: "yes" });
  const { id } = await confirmed(service, anna);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "approved" });
  const until = new Date(service.ctx.clock.now().getTime() + 86_400_000);
  await service.ctx.db.orm.update(member).set({ withdrawalsFrozenUntil: until }).where(eq(member.id, anna.id));
  await service.pass(5);
  expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "rejected", reason: "frozen" });
  expect(await desk.wallet()).toMatchObject(whole);
  await desk.operator("reserve fund", { asset: "trx", amount: "5990", anyway: "yes" });
  await service.pass(2 * 86_400);
  expect(rail.sent.size).toBe(0);
  expect(await violations(service)).toEqual([]);
});

test.each([
  ["owes something", 5n],
  ["has some that fail", 0n],
])("more than a batch of approved ones whose member %s keep none behind them back", async (_, debt) => {
  const boris = await fundedMember(service, "boris@example.com");
  await service.ctx.db.orm.update(walletTable).set({ debt }).where(eq(walletTable.memberId, boris.id));
  const at = new Date(service.ctx.clock.now().getTime() - 60_000);
  const row = {
    memberId: boris.id,
    source: "wallet",
    asset: "usdt-trc20",
    rail: "sandbox-tron",
    account: "T",
  } as const;
  // They say that money is held for them, and none is.
  const broken = { ...row, amount: 2n, fee: 0n, worthUsd: 0n, status: "approved", awaitsCash: true } as const;
  const times = { usableAt: at, confirmBy: at, confirmedAt: at, approvedAt: at, createdAt: at, updatedAt: at };
  const all = Array.from({ length: 201 }, (__, n) => ({ id: `wd_old${n}`, requestHash: `old ${n}` }));
  const stuck = all.map((ids) => ({ ...broken, ...times, ...ids, confirmWith: "email" as const }));
  await service.ctx.db.orm.insert(withdrawal).values(stuck);
  await desk.operator("reserve take", { asset: "trx", amount: "5990", anyway: "yes" });
  const { id } = await confirmed(service, anna);
  await desk.operator("reserve fund", { asset: "trx", amount: "5990", anyway: "yes" });
  await runDueWithdrawals(service.ctx);
  expect(await movementOf(service, id)).toMatchObject({ withdrawalId: id });
});
