import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  outgoing,
  payoutGuard,
  screeningCheck,
  screeningHit,
  screeningQuestion,
} from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { screeningRound } from "../../../upstream/program/settle-answers.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { deleteOldAnswers } from "../../../upstream/screening/provider/apply-answers.ts";
import { executedOrder, type OrderKey, track } from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { type ProviderServer, providerFaults, providerServer } from "../../support/screening/provider-server.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { depositStatuses, figures, report, walletOf } from "../../support/wallets/deposits.ts";
import { ask, confirm, readyMember, tronAddress, withdrawalOf } from "../../support/withdrawals/withdrawals.ts";

const token = "token-of-the-provider";
const waitSeconds = 300;
let provider: ProviderServer;
let service: Exchange;
let round: () => Promise<void>;
let logged: string[];

async function start(settings: Record<string, string> = {}): Promise<void> {
  logged = [];
  const ofProvider = { SCREENING_URL: provider.url, SCREENING_TOKEN: token, SCREENING_NAME: "Acme Screening" };
  const all = { ...ofProvider, SCREENING_WAIT: `${waitSeconds}`, ...settings };
  service = await exchange({ settings: all, onLog: (line) => logged.push(line) });
  round = askAndApply();
}
/** As in a process of its own. `waitMs`: of one request, the usual time if left out. */
const askAndApply = (waitMs?: number) => {
  const run = screeningRound(service.ctx, waitMs);
  return async () => {
    await run();
    await service.runJobs();
  };
};
beforeEach(async () => {
  provider = await providerServer();
  await start();
});
afterEach(() => provider.stop());

const run = async (command: string, args: Record<string, string>) => {
  const operator = { name: "anna" };
  const outcome = await runCommand(service.ctx, { command, args: { reason: "looked at it", ...args }, operator });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.data;
};
const hits = () => service.ctx.db.orm.select().from(screeningHit).orderBy(screeningHit.openedAt, screeningHit.id);
const questions = () => service.ctx.db.orm.select().from(screeningQuestion);
const decide = async (verb: "clear" | "confirm") => {
  const open = (await hits()).filter(({ state }) => state === "open");
  return run(`screening ${verb}`, { id: open[0]?.id ?? "" });
};
const pay = async ({ ref }: OrderKey) => {
  await simulateEvent(service.ctx, await rowOf(service, ref), "pay_exact", null);
  await service.runJobs();
};
const silence = async () => {
  await service.ctx.clock.advance(waitSeconds + 1);
  await round();
};
const isVerified = async () => expect(await verify(service.ctx.db)).toEqual([]);
const guard = async () => (await service.ctx.db.orm.select().from(payoutGuard))[0];
const waitingForCheck = { status: "on_hold", hold: { reason: "aml_check" } };

describe("an order", () => {
  test("is executed without waiting, and completed once the provider has answered", async () => {
    const order = await executedOrder(service);
    expect(order.order.status).toBe("awaiting_payment");
    expect(provider.asked).toEqual([]);
    await round();
    expect(provider.asked.map(({ kind }) => kind).sort()).toEqual(["address", "name"]);
    expect(JSON.stringify(provider.asked)).not.toContain("@");
    expect(new Set(provider.authorizations)).toEqual(new Set([`Bearer ${token}`]));
    await pay(order);
    expect((await track(service, order)).status).not.toBe("on_hold");
    await round();
    await round();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    await isVerified();
  });

  test("that is paid before the answer waits for it, goes on by itself, and sends nothing before", async () => {
    provider.misbehaves = "hang_up";
    const order = await executedOrder(service);
    await pay(order);
    await round();
    expect(await track(service, order)).toMatchObject({ ...waitingForCheck, waits_for: "check" });
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    await expect(run("orders release", { ref: order.ref, anyway: "yes" })).rejects.toThrow(/provider/);
    expect(await hits()).toEqual([]);
    provider.misbehaves = null;
    await service.ctx.clock.advance(60);
    for (let turn = 0; turn < 3; turn += 1) await round();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    await isVerified();
  });

  test("of somebody whom the provider calls listed is held like a list's hit, and let go by a decision that is kept", async () => {
    const order = await executedOrder(service);
    const [asked] = (await questions()).filter(({ kind }) => kind === "name");
    expect(asked?.sealed).not.toContain("Анна");
    provider.beforeAnswer = async () => {
      for (const { kind, value } of provider.asked) if (kind === "name") provider.listed.set(value, "entity-77");
    };
    await round();
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    expect(await hits()).toMatchObject([
      { list: "provider Acme Screening", entry: "entity-77", field: "name", state: "open" },
    ]);
    await pay(order);
    expect(await track(service, order)).toMatchObject({ ...waitingForCheck, waits_for: "review" });
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    await decide("clear");
    for (let turn = 0; turn < 3; turn += 1) await round();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    const next = await executedOrder(service);
    await round();
    expect(await track(service, next)).toMatchObject({ status: "awaiting_payment" });
    await isVerified();
  });

  test("records who has answered what and when, and no name or address", async () => {
    const order = await executedOrder(service);
    await round();
    const checks = await run("screening checks", { id: order.ref });
    expect(JSON.stringify(checks)).toMatch(/Acme Screening on name at 2026-11-21T12:00:00.000Z: clear \(ref-\d\)/);
    const stored = JSON.stringify(
      [await service.ctx.db.orm.select().from(screeningCheck), await questions()],
      (_, value) => (typeof value === "bigint" ? `${value}` : value),
    );
    for (const { value } of provider.asked) expect(stored).not.toContain(value);
  });

  test("of the same customer asks nothing again within a day, and afterwards it does", async () => {
    await executedOrder(service);
    await round();
    const count = provider.asked.length;
    await executedOrder(service);
    await round();
    expect(provider.asked).toHaveLength(count);
    await service.ctx.clock.advance(25 * 3600);
    await executedOrder(service);
    await round();
    expect(provider.asked).toHaveLength(2 * count);
    await service.ctx.clock.advance(8 * 86_400);
    await deleteOldAnswers(service.ctx);
    expect(await questions()).toEqual([]);
  });

  test("stays on hold where an operator has held it before or while it waits", async () => {
    provider.misbehaves = "hang_up";
    const [before, during] = [await executedOrder(service), await executedOrder(service)];
    await run("orders hold", { ref: before.ref, as: "aml_check" });
    for (const order of [before, during]) await pay(order);
    await run("orders hold", { ref: during.ref, as: "aml_check" });
    provider.misbehaves = null;
    await service.ctx.clock.advance(60);
    for (let turn = 0; turn < 3; turn += 1) await round();
    for (const order of [before, during]) expect(await track(service, order)).toMatchObject(waitingForCheck);
  });
});

describe("a provider that does not answer", () => {
  test("holds by default: a person decides, and the decision counts for that day", async () => {
    provider.misbehaves = "hang_up";
    const order = await executedOrder(service);
    await pay(order);
    await silence();
    expect(await hits()).toMatchObject([{ entry: "no answer" }, { entry: "no answer" }]);
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    await decide("clear");
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    await decide("clear");
    expect((await track(service, order)).status).not.toBe("on_hold");
    await isVerified();
  });

  test("lets pass where the setting says so, and the record says that it was silent", async () => {
    await start({ SCREENING_SILENT: "pass" });
    provider.misbehaves = "hang_up";
    const order = await executedOrder(service);
    await pay(order);
    await silence();
    expect((await track(service, order)).status).not.toBe("on_hold");
    await silence();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    expect(await hits()).toEqual([]);
    expect(JSON.stringify(await run("screening checks", { id: order.ref }))).toContain(": silent");
    await isVerified();
  });

  test("is never taken for one that clears: slow, broken and other answers, of which the log tells no secret", async () => {
    await start({ SCREENING_WAIT: "86400" });
    const order = await executedOrder(service);
    await pay(order);
    for (const fault of providerFaults) {
      provider.misbehaves = fault;
      await service.ctx.clock.advance(60);
      const asked = provider.asked.length;
      await (fault === "slow" || fault === "drip" ? askAndApply(300) : round)();
      expect(provider.asked.length, fault).toBeGreaterThan(asked);
      expect(new Set((await questions()).map(({ state }) => state)), fault).toEqual(new Set(["waiting"]));
    }
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    const lines = logged.join("\n");
    expect(lines.split("has not answered").length).toBeGreaterThan(2 * providerFaults.length);
    for (const secret of [token, provider.url, ...provider.asked.map(({ value }) => value)])
      expect(lines).not.toContain(secret);
  });

  test("is left alone for longer and longer", async () => {
    provider.misbehaves = "hang_up";
    await executedOrder(service);
    await round();
    const first = provider.asked.length;
    await round();
    expect(provider.asked).toHaveLength(first);
    await service.ctx.clock.advance(11);
    await round();
    expect(provider.asked).toHaveLength(2 * first);
  });

  test("is asked with no transaction open", async () => {
    await executedOrder(service);
    const transactions: number[] = [];
    provider.beforeAnswer = () => service.ctx.db.transaction(async () => transactions.push(1));
    await round();
    expect(transactions).toHaveLength(provider.asked.length);
    expect((await questions()).map(({ state }) => state)).toEqual(["clear", "clear"]);
  });
});

describe("a deposit", () => {
  const arrive = async () => {
    const { member, address } = await walletOf(service);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender: tronAddress });
    return { member, address };
  };

  test("waits for the answer outside the member's balance, and is credited once", async () => {
    const { member, address } = await arrive();
    expect(await depositStatuses(service, member)).toEqual(["checking"]);
    expect(await figures(service, member)).toMatchObject({ posted: "0.000000" });
    await round();
    expect(await depositStatuses(service, member)).toEqual(["credited"]);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender: tronAddress });
    await round();
    expect(await figures(service, member)).toMatchObject({ posted: "100.000000" });
    await isVerified();
  });

  test("of a listed sender stays held until a person decides", async () => {
    provider.listed.set(tronAddress, "entity-5");
    const { member } = await arrive();
    await round();
    await silence();
    expect(await depositStatuses(service, member)).toEqual(["checking"]);
    expect(await hits()).toMatchObject([{ subjectKind: "deposit", field: "account", entry: "entity-5" }]);
    await decide("clear");
    expect(await depositStatuses(service, member)).toEqual(["credited"]);
    await isVerified();
  });

  test("goes on in the way of silence where the provider is switched off meanwhile", async () => {
    const { member } = await arrive();
    service.ctx.env.SCREENING_URL = undefined;
    service.ctx.env.SCREENING_SILENT = "pass";
    await silence();
    expect(await depositStatuses(service, member)).toEqual(["credited"]);
  });
});

describe("a withdrawal", () => {
  const requested = async () => {
    // The deposit names no sender, and the member no name.
    service.ctx.env.SCREENING_SILENT = "pass";
    const member = await readyMember(service);
    service.ctx.env.SCREENING_SILENT = "hold";
    const withdrawal = (await ask(service, member)).reply().data;
    await confirm(service, member, withdrawal);
    await service.runJobs();
    return { member, withdrawal };
  };

  test("waits at the guard for the answer and is sent then", async () => {
    const { member, withdrawal } = await requested();
    expect(await guard()).toMatchObject({ state: "waiting", why: "screening_answer" });
    expect(await withdrawalOf(service, member, withdrawal.id)).toMatchObject({
      status: "processing",
      waits_for: "check",
    });
    await resumeWaiting(service.ctx);
    expect(await guard()).toMatchObject({ state: "waiting", why: "screening_answer" });
    await round();
    expect(await guard()).toMatchObject({ state: "settled" });
    expect(await withdrawalOf(service, member, withdrawal.id)).toMatchObject({ waits_for: null });
    await isVerified();
  });

  test("to a listed address is held, and no approval lets it pass", async () => {
    provider.listed.set(tronAddress, "entity-5");
    await requested();
    await round();
    const held = await guard();
    expect(held).toMatchObject({ state: "held", why: "screening" });
    await expect(run("payouts approve", { id: held?.outgoingId ?? "" })).rejects.toThrow(/screening/);
    await decide("clear");
    await service.runJobs();
    expect(await guard()).toMatchObject({ state: "settled" });
    await isVerified();
  });
});
