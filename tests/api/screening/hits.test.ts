import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deposit, outgoing, payoutGuard, screeningCheck, screeningHit } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { permit } from "../../../upstream/payouts/permit.ts";
import { rescanLists } from "../../../upstream/program/rescan-lists.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { asStaff, enrol } from "../../support/service/staff.ts";
import { depositStatuses, figures, report, walletOf } from "../../support/wallets/deposits.ts";
import { ask, confirm, readyMember, tronAddress, withdrawalOf } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const run = async (command: string, args: Record<string, string>) => {
  const outcome = await runCommand(service.ctx, {
    command,
    args: { reason: "looked at the passport", ...args },
    operator: { name: "anna" },
  });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.data;
};
const importLines = (lines: string[], list = "own", date = "2026-11-20") =>
  run("screening import", { path: listFile(lines.join("\n")), list, date });
const hits = () => service.ctx.db.orm.select().from(screeningHit).orderBy(screeningHit.openedAt, screeningHit.id);
const decide = async (verb: "clear" | "confirm", at = 0) => {
  const open = (await hits()).filter(({ state }) => state === "open");
  return run(`screening ${verb}`, { id: open[at]?.id ?? "" });
};
const isVerified = async () => expect(await verify(service.ctx.db)).toEqual([]);
/** Within how long the AML page promises that somebody looks. */
const inADay = () => new Date(service.ctx.clock.now().getTime() + 86_400_000).toISOString();
/** What the member's transactions page lists above what is booked. */
const pending = async (member: Member) => (await service.call("memberTransactions", by(member.token))).reply().pending;
const guard = async () => (await service.ctx.db.orm.select().from(payoutGuard))[0];

describe("an order of somebody who may be listed", () => {
  test("is held at once, keeps what was paid, and continues to its payout after a false alarm", async () => {
    await importLines(["Иванова Анна"]);
    const order = await executedOrder(service);
    expect(order.order).toMatchObject({ status: "on_hold", hold: { reason: "aml_check", action_by: "operator" } });
    await simulateEvent(service.ctx, await rowOf(service, order.ref), "pay_exact", null);
    await service.runJobs();
    expect(await track(service, order)).toMatchObject({ status: "on_hold", hold: { reason: "aml_check" } });
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    await service.pass(40 * 86_400);
    expect(await track(service, order)).toMatchObject({ status: "on_hold", hold: { reason: "aml_check" } });
    await decide("clear");
    await service.runJobs();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    await isVerified();
  });

  test("shows the customer nothing about lists or names", async () => {
    await importLines(["Иванова Анна"]);
    const { order, ref } = await executedOrder(service);
    const mails = JSON.stringify(await service.emails());
    expect(
      `${JSON.stringify(order)} ${mails}`.match(/.{40}(screening|sanction|listed|Иванова).{20}/i)?.[0],
    ).toBeUndefined();
    const checks = await service.ctx.db.orm.select().from(screeningCheck).where(eq(screeningCheck.subjectId, ref));
    expect(checks[0]).toMatchObject({
      occasion: "execute",
      result: "hit",
      lists: [{ list: "own", date: "2026-11-20" }],
    });
    expect(JSON.stringify(checks, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toMatch(
      /Ivanova|@/i,
    );
  });

  test("that is confirmed stays: no release, and a refund passes only with a second person", async () => {
    await importLines([tronAddress]);
    const order = await executedOrder(service, paypalToUsdt);
    await simulateEvent(service.ctx, await rowOf(service, order.ref), "pay_exact", null);
    await decide("confirm");
    await expect(run("orders release", { ref: order.ref })).rejects.toThrow(/screening/);
    await run("orders refund", { ref: order.ref, anyway: "yes" });
    await service.runJobs();
    expect(await guard()).toMatchObject({ state: "held", why: "screening" });
    await isVerified();
  });

  test("is not released or refunded while nobody has decided the hit", async () => {
    await importLines(["Иванова Анна"]);
    const order = await executedOrder(service);
    await simulateEvent(service.ctx, await rowOf(service, order.ref), "pay_exact", null);
    for (const command of ["orders release", "orders refund"])
      await expect(run(command, { ref: order.ref, anyway: "yes" })).rejects.toThrow(/screening/);
  });

  test("a false alarm is decided once for the customer, until the entry changes", async () => {
    await importLines(["Иванова Анна"]);
    await executedOrder(service);
    await decide("clear");
    expect((await executedOrder(service)).order.status).toBe("awaiting_payment");
    expect(await hits()).toHaveLength(1);
    await importLines(["Ivanova Anna Petrovna", "Somebody Else"], "own", "2026-11-21");
    expect((await executedOrder(service)).order.status).toBe("on_hold");
  });

  test("is held by its payer, who is only seen with the payment", async () => {
    await importLines(["listed.payer@example.com"]);
    const { ref } = await executedOrder(service);
    const row = await rowOf(service, ref);
    const asset = { rail: row.payinRail ?? "", asset: row.fromAsset, amount: row.fromAmount, railFee: 0n };
    const payment = {
      ...asset,
      railPaymentId: "tx1",
      confirmations: 20,
      required: 20,
      sender: "listed.payer@example.com",
    };
    await applyEvent(service.ctx, ref, { name: "payment_final", payment }, "rail");
    expect(await rowOf(service, ref)).toMatchObject({ status: "on_hold", holdReason: "aml_check" });
  });

  test("with staff is let go by two people only", async () => {
    await importLines(["Иванова Анна"]);
    const { ref } = await executedOrder(service);
    const { anna, boris } = await enrol(service.ctx);
    const [hit] = await hits();
    const args = { id: hit?.id ?? "", reason: "another birth date" };
    for (const staff of [anna, anna]) await asStaff(service.ctx, staff, "screening clear", args);
    expect(await rowOf(service, ref)).toMatchObject({ status: "on_hold" });
    expect(await asStaff(service.ctx, boris, "screening clear", args)).toMatchObject({ ok: true });
    expect(await rowOf(service, ref)).toMatchObject({ status: "awaiting_payment" });
  });
});

test("without a list nothing is compared and nothing recorded", async () => {
  expect((await executedOrder(service)).order.status).toBe("awaiting_payment");
  expect(await service.ctx.db.orm.select().from(screeningCheck)).toEqual([]);
});

describe("a deposit of somebody who may be listed", () => {
  const arrive = async (sender: string | null = null) => {
    const { member, address } = await walletOf(service);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender });
    return { member, address };
  };
  const reviewTimes = async (member: Member) => {
    const query = { asset: "usdt-trc20" };
    const { data } = (await service.call("balanceCoin", { query, ...by(member.token) })).reply();
    return data.deposits.map(({ check_by: checkBy }) => checkBy);
  };

  test("is held outside the member's balance, and credited once after a false alarm", async () => {
    await importLines([tronAddress]);
    const { member, address } = await arrive(tronAddress);
    expect(await depositStatuses(service, member)).toEqual(["checking"]);
    expect(await figures(service, member)).toMatchObject({ posted: "0.000000", available: "0.000000" });
    expect(await reviewTimes(member)).toEqual([inADay()]);
    expect(await pending(member)).toMatchObject([{ type: "deposit", status: "checking", check_by: inADay() }]);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender: tronAddress });
    await isVerified();
    await decide("clear");
    expect(await depositStatuses(service, member)).toEqual(["credited"]);
    expect(await figures(service, member)).toMatchObject({ posted: "100.000000" });
    expect(await reviewTimes(member)).toEqual([null]);
    expect(await pending(member)).toEqual([]);
    await isVerified();
  });

  test("is in the member's data file, and keeps the account from being closed", async () => {
    await importLines([tronAddress]);
    const { member, address } = await walletOf(service);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender: tronAddress });
    const { data: file } = (await service.call("memberExport", by(member.token))).reply();
    expect(file.deposits).toMatchObject([{ status: "checking", amount: "100.000000", check_by: inADay() }]);
    const { data } = (await service.call("memberClosing", by(member.token))).reply();
    expect(data).toMatchObject({ can_close: false, wallets: [{ amount: "100.000000", reason: "checking" }] });
    await decide("clear");
    const { data: later } = (await service.call("memberClosing", by(member.token))).reply();
    expect(later.wallets).toMatchObject([{ reason: "available" }]);
  });

  test("that is confirmed stays held, and can be returned by `unclaimed pay` after `screening return` only", async () => {
    await importLines(["anna@example.com"]);
    const { member } = await arrive();
    const [row] = await service.ctx.db.orm.select().from(deposit);
    const payment = { id: row?.id ?? "", asset: "usdt-trc20", account: tronAddress };
    await decide("confirm");
    expect(await depositStatuses(service, member)).toEqual(["checking"]);
    expect(await reviewTimes(member)).toEqual([null]);
    await expect(run("unclaimed pay", payment)).rejects.toThrow(/Nothing/);
    await run("screening return", { id: (await hits())[0]?.id ?? "" });
    expect(await depositStatuses(service, member)).toEqual(["unclaimed"]);
    await isVerified();
    await run("unclaimed pay", payment);
    await isVerified();
  });

  test("that is confirmed holds its payout until a second person has approved it, and is not decided again", async () => {
    await importLines([tronAddress]);
    await arrive(tronAddress);
    await decide("confirm");
    await run("screening return", { id: (await hits())[0]?.id ?? "" });
    const [row] = await service.ctx.db.orm.select().from(deposit);
    const payment = { id: row?.id ?? "", asset: "usdt-trc20", account: tronAddress };
    await run("unclaimed pay", payment);
    await service.runJobs();
    expect((await hits()).map(({ subjectKind, state }) => [subjectKind, state])).toEqual([["deposit", "confirmed"]]);
    const payout = await guard();
    expect(payout).toMatchObject({ state: "held", why: "screening" });
    await run("payouts approve", { id: payout?.outgoingId ?? "" });
    await service.runJobs();
    expect((await guard())?.state).toBe("settled");
    await isVerified();
  });

  test("that is confirmed is decided again where the payout agrees with another entry", async () => {
    await importLines([tronAddress]);
    await arrive(tronAddress);
    await decide("confirm");
    await run("screening return", { id: (await hits())[0]?.id ?? "" });
    const [row] = await service.ctx.db.orm.select().from(deposit);
    await importLines([tronAddress], "another");
    await run("unclaimed pay", { id: row?.id ?? "", asset: "usdt-trc20", account: tronAddress });
    await service.runJobs();
    const [, second] = await hits();
    expect(second).toMatchObject({ subjectKind: "movement", list: "another", state: "open" });
    expect(await guard()).toMatchObject({ state: "held", why: "screening" });
  });

  test("that a network takes back while it is held leaves no debt", async () => {
    await importLines([tronAddress]);
    const { member, address } = await arrive(tronAddress);
    await report(service, address, { railPaymentId: "tx1", state: "gone" });
    expect(await depositStatuses(service, member)).toEqual(["taken_back"]);
    expect(await figures(service, member)).toMatchObject({ debt: "0.000000" });
    await decide("clear");
    expect(await depositStatuses(service, member)).toEqual(["taken_back"]);
    await isVerified();
  });

  test("of a blocked member is held as well", async () => {
    const { member, address } = await walletOf(service);
    await run("blocklist add", { kind: "email", value: "anna@example.com" });
    await report(service, address, { railPaymentId: "tx1", state: "final" });
    expect(await depositStatuses(service, member)).toEqual(["checking"]);
  });
});

describe("a withdrawal to a listed address", () => {
  test("is held before it is sent, no approval lets it pass, and a false alarm sends it", async () => {
    const member = await readyMember(service);
    await importLines([tronAddress]);
    const withdrawal = (await ask(service, member)).reply().data;
    await confirm(service, member, withdrawal);
    await service.runJobs();
    expect(await guard()).toMatchObject({ state: "held", why: "screening" });
    const held = { status: "processing", waits_for: "review" };
    expect(await pending(member)).toMatchObject([{ type: "withdrawal", ...held, check_by: inADay() }]);
    expect(await withdrawalOf(service, member, withdrawal.id)).toMatchObject({ ...held, check_by: inADay() });
    await service.ctx.clock.advance(86_400);
    const again = { ...member, token: await signedIn(service, member.email) };
    expect(await withdrawalOf(service, again, withdrawal.id)).toMatchObject({ ...held, check_by: null });
    const { outgoingId = "" } = (await guard()) ?? {};
    await expect(run("payouts approve", { id: outgoingId })).rejects.toThrow(/screening/);
    await decide("clear");
    await service.runJobs();
    expect(await guard()).toMatchObject({ state: "settled" });
    expect(await withdrawalOf(service, again, withdrawal.id)).toMatchObject({ waits_for: null, check_by: null });
    await isVerified();
  });

  test("tells no time once it is confirmed, nor where something else holds it", async () => {
    const member = await readyMember(service);
    await importLines([tronAddress]);
    const withdrawal = (await ask(service, member)).reply().data;
    await confirm(service, member, withdrawal);
    await service.runJobs();
    await decide("confirm");
    expect(await withdrawalOf(service, member, withdrawal.id)).toMatchObject({ waits_for: "review", check_by: null });
    await service.ctx.db.orm.update(screeningHit).set({ state: "open", decidedBy: null, decidedAt: null });
    await service.ctx.db.orm.update(payoutGuard).set({ why: "frozen" });
    expect(await withdrawalOf(service, member, withdrawal.id)).toMatchObject({ waits_for: "review", check_by: null });
  });
});

describe("when a list changes", () => {
  test("open orders are held, saved addresses and members with wallets get a hit; once, in the background", async () => {
    await readyMember(service, "boris@example.com");
    const order = await executedOrder(service);
    const ended = await executedOrder(service);
    await service.call("exchangeCancel", { token: ended.token, key: "cancel", body: { ref: ended.ref } });
    await importLines(["Иванова Анна", tronAddress, "boris@example.com"]);
    expect(await rowOf(service, order.ref)).toMatchObject({ status: "awaiting_payment" });
    await rescanLists(service.ctx);
    expect(await rowOf(service, order.ref)).toMatchObject({ status: "on_hold", holdReason: "aml_check" });
    expect(await rowOf(service, ended.ref)).toMatchObject({ status: "cancelled" });
    const kinds = new Set((await hits()).map(({ subjectKind }) => subjectKind));
    expect([...kinds].sort()).toEqual(["address", "member", "order"]);
    const checks = async () => (await service.ctx.db.orm.select().from(screeningCheck)).length;
    const before = await checks();
    await rescanLists(service.ctx);
    expect(await checks()).toBe(before);
    // One hit by the customer's name and one by the refund address: it waits for both.
    for (const { id } of (await hits()).filter(({ subjectKind }) => subjectKind === "order")) {
      expect(await rowOf(service, order.ref)).toMatchObject({ status: "on_hold" });
      await run("screening clear", { id });
    }
    expect(await rowOf(service, order.ref)).toMatchObject({ status: "awaiting_payment" });
  });

  test("a payout that was approved before is compared again before it is sent", async () => {
    const waiting = await exchange({ jobs: "by hand", settings: { PAYOUT_CAPS: "off" } });
    service = waiting;
    const { ref } = await executedOrder(waiting);
    await simulateEvent(waiting.ctx, await rowOf(waiting, ref), "pay_exact", null);
    await run("payouts stop", {});
    await waiting.runJobs();
    const [movement] = await selectMovements(waiting.ctx.db.orm);
    await run("payouts go", {});
    expect(movement && (await permit(waiting.ctx, movement))).toMatchObject({ state: "approved" });
    await importLines(["Иванова Анна"]);
    await waiting.runJobs();
    expect(await guard()).toMatchObject({ state: "held", why: "screening" });
  });
});
