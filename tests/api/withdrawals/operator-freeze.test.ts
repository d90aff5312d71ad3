import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../../upstream/db/schema/index.ts";
import type { ScriptedRail } from "../../support/payouts/scripted-rail.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { freezing, type WithdrawalDesk, whole, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import {
  ask,
  confirm,
  confirmed,
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

beforeEach(async () => {
  desk = await withdrawalDesk();
  ({ service, anna, rail } = desk);
  frozen = freezing(desk);
});

describe("members unfreeze", () => {
  test("cancels all that was requested before, gives everything back and tells the member", async () => {
    const atTheRail = await frozen.waitingAtTheRail();
    await service.pass(60);
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    await frozen.changesPassword();
    await frozen.railHasCoins();
    const list = [
      { id: cooling.id, amount: "50.000000 usdt-trc20", result: "cancelled, everything is given back" },
      { id: atTheRail.id, amount: "100.000000 usdt-trc20", result: "cancelled, everything is given back" },
    ];
    expect(await frozen.unfreeze({ dry_run: "yes" })).toMatchObject({ data: { would_answer: { withdrawals: list } } });
    expect(await withdrawalOf(service, anna, atTheRail.id)).toMatchObject({ status: "processing" });
    expect(await frozen.unfreeze()).toMatchObject({ ok: true, data: { withdrawals: list } });
    await service.runJobs();
    expect(await withdrawalOf(service, anna, atTheRail.id)).toMatchObject({ status: "failed", reason: "frozen" });
    expect(await withdrawalOf(service, anna, cooling.id)).toMatchObject({ status: "rejected", reason: "frozen" });
    expect(await desk.wallet()).toMatchObject(whole);
    const told = (await desk.emailed()).filter(
      (kind) => kind === "withdrawal_frozen" || kind === "withdrawals_unfrozen",
    );
    expect(told.sort()).toEqual(["withdrawal_frozen", "withdrawal_frozen", "withdrawals_unfrozen"]);
    const entries = await service.ctx.db.orm.select().from(audit).where(eq(audit.subject, anna.id));
    expect(entries.map(({ details }) => details)).toMatchObject([
      { cancelled: [cooling.id, atTheRail.id], let_go: [], after: { frozen_until: null } },
    ]);
    const ends = await service.ctx.db.orm.select().from(audit).where(eq(audit.subject, atTheRail.id));
    expect(ends).toMatchObject([{ action: "payout_voided", reason: "she called us", actor: "boris" }]);
    await service.pass(2 * 86_400);
    await frozen.railHasCoins();
    expect(rail.sent.size).toBe(0);
    await frozen.signsInAgain();
    expect((await ask(service, anna)).status).toBe(201);
    expect(await violations(service)).toEqual([]);
  });

  test("lets go on what the operator names, after it has asked, and cancels the others", async () => {
    const first = await frozen.waitingAtTheRail();
    await service.pass(60);
    const second = await confirmed(service, anna, { amount: "50" });
    expect(await frozen.reports()).toMatchObject({ stopped: [{ state: "held" }, { state: "held" }], left: [] });
    expect(await desk.operator("members show", { email: anna.email })).toMatchObject({
      data: { open_withdrawals: [{ id: second.id, waits_for: "review" }, { id: first.id }] },
    });
    const asked = await frozen.unfreeze({ let_go: second.id });
    expect(asked).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(`50.000000 usdt-trc20 of ${second.id}`),
    });
    expect(await frozen.unfreeze({ let_go: "wd_of_nobody", anyway: "yes" })).toMatchObject({ ok: false });
    expect(await movementOf(service, second.id)).toMatchObject({ state: "held", why: "frozen" });
    rail.preparation = undefined;
    expect(await frozen.unfreeze({ let_go: second.id, anyway: "yes" })).toMatchObject({
      data: {
        withdrawals: [
          { id: first.id, result: "cancelled, everything is given back" },
          { id: second.id, result: "goes on through the payout guard" },
        ],
      },
    });
    await service.runJobs();
    expect([...rail.sent]).toEqual([[`${second.id}-withdrawal-1`, 1]]);
    expect(await withdrawalOf(service, anna, second.id)).toMatchObject({ status: "completed" });
    expect(await withdrawalOf(service, anna, first.id)).toMatchObject({ status: "failed", reason: "frozen" });
    expect(await desk.wallet()).toMatchObject({ posted: "950.000000", available: "950.000000", held: "0.000000" });
    expect(await violations(service)).toEqual([]);
  });

  test("leaves what is held for another reason held for that", async () => {
    const { id } = await frozen.waitingAtTheRail();
    const movement = { id: `${id}-withdrawal-1` };
    expect(await desk.operator("payouts hold", movement)).toMatchObject({ ok: true });
    await frozen.reports();
    rail.preparation = undefined;
    expect(await frozen.unfreeze({ let_go: id, anyway: "yes" })).toMatchObject({ ok: true });
    await frozen.railHasCoins();
    expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "operator" });
    expect(await desk.operator("payouts approve", movement, "clara")).toMatchObject({ ok: true });
    await service.runJobs();
    expect(rail.sent.size).toBe(1);
  });
});

describe("members freeze", () => {
  const freeze = (args: Record<string, string> = {}) => desk.operator("members freeze", { email: anna.email, ...args });

  test("ends sessions, cancels what is not handed over, holds what is, and tells the member", async () => {
    const atTheRail = await frozen.waitingAtTheRail();
    const cooling = await requested(service, anna, { account: otherAddress, amount: "50" });
    await confirm(service, anna, cooling);
    const answer = await freeze({ days: "3" });
    const until = new Date(service.ctx.clock.now().getTime() + 3 * 86_400_000).toISOString();
    expect(answer).toMatchObject({
      ok: true,
      data: { frozen_until: until, cancelled: [cooling.id], held: [atTheRail.id], on_their_way: [], sessions_ended: 1 },
    });
    await frozen.railHasCoins();
    expect(rail.sent.size).toBe(0);
    expect((await service.call("balanceDetails", by(anna.token))).problem()).toMatchObject({ code: "unauthenticated" });
    await service.runJobs();
    expect(await desk.emailed()).toContain("withdrawals_frozen");
    anna.token = await signedIn(service, anna.email);
    expect((await ask(service, anna)).problem()).toMatchObject({ status: 423, code: "withdrawals_frozen" });
    // Shorter than the freeze that is there: it stays.
    expect(await freeze({ days: "1" })).toMatchObject({ data: { frozen_until: until } });
    expect(await frozen.unfreeze()).toMatchObject({ ok: true, data: { withdrawals: [{ id: atTheRail.id }] } });
    await service.runJobs();
    anna.token = await signedIn(service, anna.email);
    expect(await desk.wallet()).toMatchObject(whole);
    expect(await violations(service)).toEqual([]);
  });

  test("refuses an unknown email and an invalid number of days", async () => {
    expect(await freeze({ days: "0" })).toMatchObject({ ok: false });
    expect(await freeze({ days: "x" })).toMatchObject({ ok: false });
    expect(await desk.operator("members freeze", { email: "nobody@example.com" })).toMatchObject({ ok: false });
  });
});
