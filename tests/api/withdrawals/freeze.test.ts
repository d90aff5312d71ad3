import { beforeEach, describe, expect, test } from "vitest";
import type { ScriptedRail } from "../../support/payouts/scripted-rail.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { opened, report } from "../../support/wallets/deposits.ts";
import { freezing, type WithdrawalDesk, whole, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import {
  ask,
  confirm,
  movementOf,
  otherAddress,
  requested,
  violations,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

let desk: WithdrawalDesk;
let service: Exchange;
let anna: Member;
let rail: ScriptedRail;
let frozen: ReturnType<typeof freezing>;
const _dayMs = 86_400_000;

beforeEach(async () => {
  desk = await withdrawalDesk();
  ({ service, anna, rail } = desk);
  frozen = freezing(desk);
});

describe("while an account is frozen", () => {
  test("nothing leaves, whatever becomes due: cooling-off, the guard's turn, money added for it", async () => {
    const atTheRail = await frozen.waitingAtTheRail();
    await service.pass(60);
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    await service.pass(60);
    const unconfirmed = await requested(service, anna, { amount: "40" });
    await frozen.changesPassword();
    await service.pass(5);
    await frozen.railHasCoins();
    for (const seconds of [3600, 86_400, 6 * 86_400]) {
      await service.pass(seconds);
      await frozen.railHasCoins();
    }
    expect(rail.sent.size).toBe(0);
    await frozen.signsInAgain();
    expect(await withdrawalOf(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await withdrawalOf(service, anna, unconfirmed.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await withdrawalOf(service, anna, atTheRail.id)).toMatchObject({
      status: "processing",
      waits_for: "review",
    });
    expect(await desk.wallet()).toMatchObject({ posted: "1000.000000", available: "900.000000", held: "100.000000" });
    expect(await violations(service)).toEqual([]);
  });

  test("a deposit is credited as ever, and the account with its money cannot be closed", async () => {
    await frozen.changesPassword();
    const address = await opened(service, anna, "usdt-trc20");
    await report(service, address, { railPaymentId: "second", state: "final", amount: 20_000000n });
    expect(await desk.wallet()).toMatchObject({ available: "1020.000000" });
    const body = { password: frozen.newPassword, two_factor_code: null };
    const closing = await service.ask("memberClose", { body, ...by(anna.token) });
    expect(closing.problem()).toMatchObject({ code: "account_in_use" });
    expect((await ask(service, anna)).problem()).toMatchObject({ code: "withdrawals_frozen" });
    expect(await violations(service)).toEqual([]);
  });

  test("what was requested before does not leave either when the service was away until the freeze had ended", async () => {
    const cooling = await requested(service, anna, { account: otherAddress });
    await confirm(service, anna, cooling);
    await frozen.changesPassword();
    await service.ctx.clock.advance(2 * 86_400);
    await service.pass(0);
    await frozen.signsInAgain();
    expect(await withdrawalOf(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(rail.sent.size).toBe(0);
    expect(await desk.wallet()).toMatchObject(whole);
  });

  test("a code does not confirm what was requested before it, even after it has ended", async () => {
    const waiting = await requested(service, anna);
    await frozen.changesPassword();
    const frozenUntil = new Date(service.ctx.clock.now().getTime() + 1000);
    await service.ctx.db.query("update member set withdrawals_frozen_until = $1 where id = $2", [
      frozenUntil.toISOString(),
      anna.id,
    ]);
    await service.ctx.clock.advance(2);
    expect((await confirm(service, anna, waiting)).problem()).toMatchObject({ code: "withdrawals_frozen" });
  });
});

describe("what the payout guard holds for a freeze", () => {
  test("is not approved by anybody while it lasts, and by a second operator after it has ended by itself", async () => {
    const { id } = await frozen.waitingAtTheRail();
    await frozen.changesPassword();
    await frozen.railHasCoins();
    const movement = { id: `${id}-withdrawal-1` };
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "frozen" });
    expect(await desk.operator("payouts approve", movement)).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining("are frozen until") },
    });
    await service.pass(2 * 86_400);
    await frozen.railHasCoins();
    expect(await desk.operator("today", {})).toMatchObject({
      data: { payouts_waiting: [{ id: movement.id, state: "held", why: "frozen" }] },
    });
    expect(rail.sent.size).toBe(0);
    expect(await desk.operator("payouts approve", movement)).toMatchObject({ ok: true });
    await service.runJobs();
    expect(rail.sent.get(movement.id)).toBe(1);
    await frozen.signsInAgain();
    expect(await withdrawalOf(service, anna, id)).toMatchObject({ status: "completed" });
  });

  test("is held again by another freeze after an operator has let it go on", async () => {
    const { id } = await frozen.waitingAtTheRail();
    await frozen.reports();
    rail.preparation = { state: "wait", reason: "coins" };
    expect(await frozen.unfreeze({ let_go: id, anyway: "yes" })).toMatchObject({ ok: true });
    await service.runJobs();
    expect(await movementOf(service, id)).toMatchObject({ state: "approved", approvedBy: null });
    await service.pass(60);
    await frozen.changesPassword();
    await frozen.railHasCoins();
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "frozen" });
    expect(rail.sent.size).toBe(0);
  });
});
