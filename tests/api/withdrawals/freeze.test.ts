import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit, withdrawal } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/operator/command-request.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { type ScriptedRail, scriptRails } from "../../support/payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, password, signedIn } from "../../support/service/members.ts";
import { figures, opened, report } from "../../support/wallets/deposits.ts";
import {
  ask,
  confirm,
  confirmed,
  movementOf,
  otherAddress,
  readyMember,
  reportKey,
  requested,
  shown,
  violations,
} from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
let anna: Member;
let rail: ScriptedRail;
const dayMs = 86_400_000;
const whole = { posted: "1000.000000", available: "1000.000000", held: "0.000000" };

beforeEach(async () => {
  service = await exchange();
  anna = await readyMember(service);
  rail = scriptRails(service.ctx);
  rail.reading = { state: "settled", txId: "t1", networkFee: { asset: "trx", amount: 5n } };
});

const operator = (command: string, args: Record<string, string>, name = "boris") =>
  runCommand(service.ctx, { command, args: { reason: "she called us", ...args }, operator: { name } });
const unfreeze = (args: Record<string, string> = {}) => operator("members unfreeze", { email: anna.email, ...args });
const emailed = async () => (await service.emails(anna.email)).map(({ kind }) => kind);
const wallet = () => figures(service, anna);

const newPassword = "another horse entirely";

/** Freezes withdrawals for a day. */
async function changesPassword() {
  const body = { current_password: password, password: newPassword, two_factor_code: null };
  anna.token = (await service.call("memberSettingsPassword", { body, ...by(anna.token) })).reply().data.access_token;
}

async function signsInAgain() {
  const { data } = (await service.call("signin", { body: { email: anna.email, password: newPassword } })).reply();
  if (data["2fa"]) throw new Error("No second factor is set up");
  anna.token = data.access_token;
}

/** Freezes them for a week, and ends all sessions. */
async function reports() {
  const body = { key: await reportKey(service, anna.email) };
  const { data } = (await service.call("withdrawalsReport", { body })).reply();
  anna.token = await signedIn(service, anna.email);
  return data;
}

/** A withdrawal that the payout guard has and its rail cannot send yet. */
async function waitingAtTheRail() {
  rail.preparation = { state: "wait", reason: "coins" };
  const made = await confirmed(service, anna);
  expect(await movementOf(service, made.id)).toMatchObject({ state: "approved" });
  return made;
}

/** The rail can send again. */
async function railHasCoins() {
  rail.preparation = undefined;
  await resumeWaiting(service.ctx);
  await service.runJobs();
}

describe("while an account is frozen", () => {
  test("nothing leaves, whatever becomes due: cooling-off, the guard's turn, money added for it", async () => {
    const atTheRail = await waitingAtTheRail();
    await service.pass(60);
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    await service.pass(60);
    const unconfirmed = await requested(service, anna, { amount: "40" });
    await changesPassword();
    await service.pass(5);
    await railHasCoins();
    for (const seconds of [3600, 86_400, 6 * 86_400]) {
      await service.pass(seconds);
      await railHasCoins();
    }
    expect(rail.sent.size).toBe(0);
    await signsInAgain();
    expect(await shown(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await shown(service, anna, unconfirmed.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await shown(service, anna, atTheRail.id)).toMatchObject({ status: "processing", waits_for: "review" });
    expect(await wallet()).toMatchObject({ posted: "1000.000000", available: "900.000000", held: "100.000000" });
    expect(await violations(service)).toEqual([]);
  });

  test("a deposit is credited as ever, and the account with its money cannot be closed", async () => {
    await changesPassword();
    const address = await opened(service, anna, "usdt-trc20");
    await report(service, address, { railPaymentId: "second", state: "final", amount: 20_000000n });
    expect(await wallet()).toMatchObject({ available: "1020.000000" });
    const body = { password: newPassword, two_factor_code: null };
    const closing = await service.ask("memberClose", { body, ...by(anna.token) });
    expect(closing.problem()).toMatchObject({ code: "account_in_use" });
    expect((await ask(service, anna)).problem()).toMatchObject({ code: "withdrawals_frozen" });
    expect(await violations(service)).toEqual([]);
  });

  test("what was requested before does not leave either when the service was away until the freeze had ended", async () => {
    const cooling = await requested(service, anna, { account: otherAddress });
    await confirm(service, anna, cooling);
    await changesPassword();
    await service.ctx.clock.advance(2 * 86_400);
    await service.pass(0);
    await signsInAgain();
    expect(await shown(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(rail.sent.size).toBe(0);
    expect(await wallet()).toMatchObject(whole);
  });

  test("a code does not confirm what was requested before it, even after it has ended", async () => {
    const waiting = await requested(service, anna);
    await changesPassword();
    const frozenUntil = new Date(service.ctx.clock.now().getTime() - 1);
    await service.ctx.db.query("update member set withdrawals_frozen_until = $1 where id = $2", [
      frozenUntil.toISOString(),
      anna.id,
    ]);
    await service.ctx.db.orm
      .update(withdrawal)
      .set({ createdAt: new Date(frozenUntil.getTime() - dayMs) })
      .where(eq(withdrawal.id, waiting.id));
    expect((await confirm(service, anna, waiting)).problem()).toMatchObject({ code: "withdrawals_frozen" });
  });
});

describe("what the payout guard holds for a freeze", () => {
  test("is not approved by anybody while it lasts, and by a second operator after it has ended by itself", async () => {
    const { id } = await waitingAtTheRail();
    await changesPassword();
    await railHasCoins();
    const movement = { id: `${id}-withdrawal-1` };
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "frozen" });
    expect(await operator("payouts approve", movement)).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining("are frozen until") },
    });
    await service.pass(2 * 86_400);
    await railHasCoins();
    expect(await operator("today", {})).toMatchObject({
      data: { payouts_waiting: [{ id: movement.id, state: "held", why: "frozen" }] },
    });
    expect(rail.sent.size).toBe(0);
    expect(await operator("payouts approve", movement)).toMatchObject({ ok: true });
    await service.runJobs();
    expect(rail.sent.get(movement.id)).toBe(1);
    await signsInAgain();
    expect(await shown(service, anna, id)).toMatchObject({ status: "completed" });
  });

  test("is held again by another freeze after an operator has let it go on", async () => {
    const { id } = await waitingAtTheRail();
    await reports();
    rail.preparation = { state: "wait", reason: "coins" };
    expect(await unfreeze({ let_go: id, anyway: "yes" })).toMatchObject({ ok: true });
    await service.runJobs();
    expect(await movementOf(service, id)).toMatchObject({ state: "approved", approvedBy: null });
    await service.pass(60);
    await changesPassword();
    await railHasCoins();
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "frozen" });
    expect(rail.sent.size).toBe(0);
  });
});

describe("members unfreeze", () => {
  test("cancels all that was requested before, gives everything back and tells the member", async () => {
    const atTheRail = await waitingAtTheRail();
    await service.pass(60);
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    await changesPassword();
    await railHasCoins();
    const list = [
      { id: cooling.id, amount: "50.000000 usdt-trc20", result: "cancelled, everything is given back" },
      { id: atTheRail.id, amount: "100.000000 usdt-trc20", result: "cancelled, everything is given back" },
    ];
    expect(await unfreeze({ dry_run: "yes" })).toMatchObject({ data: { would_answer: { withdrawals: list } } });
    expect(await shown(service, anna, atTheRail.id)).toMatchObject({ status: "processing" });
    expect(await unfreeze()).toMatchObject({ ok: true, data: { withdrawals: list } });
    await service.runJobs();
    expect(await shown(service, anna, atTheRail.id)).toMatchObject({ status: "failed", reason: "frozen" });
    expect(await shown(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await wallet()).toMatchObject(whole);
    const told = (await emailed()).filter((kind) => kind === "withdrawal_frozen" || kind === "withdrawals_unfrozen");
    expect(told.sort()).toEqual(["withdrawal_frozen", "withdrawal_frozen", "withdrawals_unfrozen"]);
    const entries = await service.ctx.db.orm.select().from(audit).where(eq(audit.subject, anna.id));
    expect(entries.map(({ details }) => details)).toMatchObject([
      { cancelled: [cooling.id, atTheRail.id], let_go: [], after: { frozen_until: null } },
    ]);
    const ends = await service.ctx.db.orm.select().from(audit).where(eq(audit.subject, atTheRail.id));
    expect(ends).toMatchObject([{ action: "payout_voided", reason: "she called us", actor: "boris" }]);
    await service.pass(2 * 86_400);
    await railHasCoins();
    expect(rail.sent.size).toBe(0);
    await signsInAgain();
    expect((await ask(service, anna)).status).toBe(201);
    expect(await violations(service)).toEqual([]);
  });

  test("lets go on what the operator names, after it has asked, and cancels the others", async () => {
    const first = await waitingAtTheRail();
    await service.pass(60);
    const second = await confirmed(service, anna, { amount: "50" });
    expect(await reports()).toMatchObject({ stopped: 2, on_their_way: 0 });
    expect(await operator("members show", { email: anna.email })).toMatchObject({
      data: { open_withdrawals: [{ id: second.id, waits_for: "review" }, { id: first.id }] },
    });
    const asked = await unfreeze({ let_go: second.id });
    expect(asked).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(`50.000000 usdt-trc20 of ${second.id}`),
    });
    expect(await unfreeze({ let_go: "wd_of_nobody", anyway: "yes" })).toMatchObject({ ok: false });
    expect(await movementOf(service, second.id)).toMatchObject({ state: "held", why: "frozen" });
    rail.preparation = undefined;
    expect(await unfreeze({ let_go: second.id, anyway: "yes" })).toMatchObject({
      data: {
        withdrawals: [
          { id: first.id, result: "cancelled, everything is given back" },
          { id: second.id, result: "goes on through the payout guard" },
        ],
      },
    });
    await service.runJobs();
    expect([...rail.sent]).toEqual([[`${second.id}-withdrawal-1`, 1]]);
    expect(await shown(service, anna, second.id)).toMatchObject({ status: "completed" });
    expect(await shown(service, anna, first.id)).toMatchObject({ status: "failed", reason: "frozen" });
    expect(await wallet()).toMatchObject({ posted: "950.000000", available: "950.000000", held: "0.000000" });
    expect(await violations(service)).toEqual([]);
  });

  test("leaves what is held for another reason held for that", async () => {
    const { id } = await waitingAtTheRail();
    const movement = { id: `${id}-withdrawal-1` };
    expect(await operator("payouts hold", movement)).toMatchObject({ ok: true });
    await reports();
    rail.preparation = undefined;
    expect(await unfreeze({ let_go: id, anyway: "yes" })).toMatchObject({ ok: true });
    await railHasCoins();
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "operator" });
    expect(await operator("payouts approve", movement, "clara")).toMatchObject({ ok: true });
    await service.runJobs();
    expect(rail.sent.size).toBe(1);
  });
});

describe("members freeze", () => {
  const freeze = (args: Record<string, string> = {}) => operator("members freeze", { email: anna.email, ...args });

  test("ends sessions, cancels what is not handed over, holds what is, and tells the member", async () => {
    const atTheRail = await waitingAtTheRail();
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    const frozen = await freeze({ days: "3" });
    const until = new Date(service.ctx.clock.now().getTime() + 3 * 86_400_000).toISOString();
    expect(frozen).toMatchObject({
      ok: true,
      data: { frozen_until: until, cancelled: [cooling.id], held: [atTheRail.id], on_their_way: [], sessions_ended: 2 },
    });
    await railHasCoins();
    expect(rail.sent.size).toBe(0);
    expect((await service.call("balanceDetails", by(anna.token))).problem()).toMatchObject({ code: "unauthenticated" });
    await service.runJobs();
    expect(await emailed()).toContain("withdrawals_frozen");
    anna.token = await signedIn(service, anna.email);
    expect((await ask(service, anna)).problem()).toMatchObject({ status: 423, code: "withdrawals_frozen" });
    // Shorter than the freeze that is there: it stays.
    expect(await freeze({ days: "1" })).toMatchObject({ data: { frozen_until: until } });
    expect(await unfreeze()).toMatchObject({ ok: true, data: { withdrawals: [{ id: atTheRail.id }] } });
    await service.runJobs();
    anna.token = await signedIn(service, anna.email);
    expect(await wallet()).toMatchObject(whole);
    expect(await violations(service)).toEqual([]);
  });

  test("refuses an unknown e-mail and an invalid number of days", async () => {
    expect(await freeze({ days: "0" })).toMatchObject({ ok: false });
    expect(await freeze({ days: "x" })).toMatchObject({ ok: false });
    expect(await operator("members freeze", { email: "nobody@example.com" })).toMatchObject({ ok: false });
  });
});
