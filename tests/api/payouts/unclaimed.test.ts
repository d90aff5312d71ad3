import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  deposit,
  makerEntry,
  order,
  outgoing,
  payoutClearance,
  unclaimedPayout,
} from "../../../upstream/db/schema/index.ts";
import { available, posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { scriptRails } from "../../support/payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password } from "../../support/service/members.ts";
import { asStaff, enrol, must } from "../../support/service/staff.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";
import {
  confirmed,
  endAs,
  movementOf,
  otherAddress,
  readyMember,
  violations,
} from "../../support/withdrawals/withdrawals.ts";

const asset = "usdt-trc20";
const reason = "its owner has written from the account's mailbox";
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, {
    command,
    args: command.endsWith("list") ? args : { ...args, reason },
    operator: { name: "olga" },
  });
const pay = (id: string, account = otherAddress) => operator("unclaimed pay", { id, asset, account });
const unclaimedBalance = () => posted(service.ctx.db.orm, accounts.unclaimed(asset));
const list = async () => {
  const outcome = await operator("unclaimed list");
  return outcome.ok ? (outcome.data as { id: string; amount: string; next: string }[]) : [];
};
const payouts = () => service.ctx.db.orm.select().from(unclaimedPayout);
const statusOf = async (id: string) =>
  (await service.ctx.db.orm.select().from(deposit).where(eq(deposit.id, id)))[0]?.status;

/** A deposit of 2 USDT, below the smallest one that is credited; `tell` reports it again. */
async function smallDeposit(email = "anna@example.com") {
  const { address, member } = await walletOf(service, email);
  const tell = (state: "final" | "gone") =>
    report(service, address, { railPaymentId: `small of ${email}`, state, amount: 2_000000n });
  await tell("final");
  const [row] = await service.ctx.db.orm.select().from(deposit).where(eq(deposit.memberId, member.id));
  return { id: row?.id ?? "", member, tell };
}

/** The movement of the only payout. */
async function movement() {
  const [row] = await payouts();
  const [only] = await selectMovements(service.ctx.db.orm).where(eq(outgoing.id, row?.id ?? ""));
  if (!only) throw new Error("There is no movement");
  return only;
}

describe("money that no wallet and no order has", () => {
  test("a deposit is paid to its owner's account once, and no wallet takes it any more", async () => {
    const { id, member } = await smallDeposit();
    expect(await list()).toMatchObject([
      { id, amount: "2.000000 usdt-trc20", next: expect.stringContaining("unclaimed pay") },
    ]);
    expect(await pay(id)).toMatchObject({ ok: true });
    expect(await pay(id)).toMatchObject({ ok: false, sentence: expect.stringContaining("on its way out") });
    expect(await operator("deposits assign", { id, email: member.email })).toMatchObject({ ok: false });
    expect(await violations(service)).toEqual([]);
    await service.runJobs();
    expect(await payouts()).toMatchObject([{ depositId: id, amount: 2_000000n, status: "sent" }]);
    expect(await movement()).toMatchObject({ account: otherAddress, amount: 2_000000n, fee: 0n, status: "sent" });
    expect([await statusOf(id), await unclaimedBalance(), await list()]).toEqual(["returned", 0n, []]);
    expect(await service.ctx.db.orm.select().from(payoutClearance)).toMatchObject([{ rule: "unclaimed_paid" }]);
    expect(await violations(service)).toEqual([]);
  });

  test("of two that ask at once one is paid", async () => {
    const { id } = await smallDeposit();
    await smallDeposit("eve@example.com");
    const outcomes = await Promise.all([pay(id), pay(id), pay(id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    await service.runJobs();
    expect([(await payouts()).length, await unclaimedBalance()]).toEqual([1, 2_000000n]);
    expect(await violations(service)).toEqual([]);
  });

  test("what was given up with a closed account, and a withdrawal that came back to it", async () => {
    const anna = await readyMember(service);
    const { id } = await confirmed(service, anna, { amount: "994" });
    await service.runJobs();
    const sent = await movementOf(service, id);
    const body = { password, two_factor_code: null, give_up_leftovers: true };
    expect((await service.call("memberClose", { body, ...by(anna.token) })).status).toBe(200);
    if (sent) await endAs(service.ctx, sent, { state: "returned", amount: null });
    expect((await list()).map((row) => row.id).sort()).toEqual([anna.id, id].sort());
    for (const origin of [anna.id, id]) expect(await pay(origin)).toMatchObject({ ok: origin === anna.id });
    // The withdrawal names the account that it went to.
    expect(await operator("unclaimed pay", { id, asset, account: otherAddress, anyway: "yes" })).toMatchObject({
      ok: true,
    });
    await service.runJobs();
    expect([await unclaimedBalance(), await list()]).toEqual([0n, []]);
    expect(await violations(service)).toEqual([]);
  });

  test("what an order left behind, once it has ended", async () => {
    const orderKey = await executedOrder(service);
    const [row] = await service.ctx.db.orm.select().from(order);
    if (row) await simulateEvent(service.ctx, row, "pay_wrong_asset", "200");
    for (const command of ["orders refund", "orders close"])
      expect(await operator(command, { ref: orderKey.ref }), command).toMatchObject({ ok: true });
    const [left] = await list();
    const wrong = left?.amount.split(" ")[1] ?? "";
    const args = { id: orderKey.ref, asset: wrong, account: "0x52908400098527886E0F7030069857D2E4169EE7" };
    expect(await operator("unclaimed pay", args)).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining("names the account") },
    });
    expect(await operator("unclaimed pay", { ...args, anyway: "yes" })).toMatchObject({ ok: true });
    await service.runJobs();
    expect(await payouts()).toMatchObject([{ orderRef: orderKey.ref, amount: 200_000000n, status: "sent" }]);
    expect(await list()).toEqual([]);
    expect(await violations(service)).toEqual([]);
  });

  test("goes to no account that is ours, malformed or of another network", async () => {
    const { id } = await smallDeposit();
    const hotAddress = service.ctx.rails.payoutFor(asset).hotAddress ?? "";
    for (const account of [hotAddress, "T123", "0x52908400098527886E0F7030069857D2E4169EE7"])
      expect(await pay(id, account)).toMatchObject({ ok: false });
    expect(await pay("dep_unknown")).toMatchObject({ ok: false, sentence: expect.stringContaining("Nothing") });
    expect(await payouts()).toEqual([]);
  });
});

describe("a payout of unclaimed money", () => {
  test("that its rail refuses is kept again, and can be asked for again", async () => {
    const { id } = await smallDeposit();
    const rail = scriptRails(service.ctx);
    rail.preparation = { state: "refused", reason: "account_refused" } as never;
    await pay(id);
    await service.runJobs();
    expect(await payouts()).toMatchObject([{ status: "failed" }]);
    expect([await statusOf(id), await unclaimedBalance()]).toEqual(["unclaimed", 2_000000n]);
    expect(await violations(service)).toEqual([]);
    rail.preparation = undefined;
    expect(await pay(id)).toMatchObject({ ok: true });
    await service.runJobs();
    expect([await statusOf(id), await unclaimedBalance()]).toEqual(["returned", 0n]);
    expect(await violations(service)).toEqual([]);
  });

  test("that was sent after it had failed takes nothing of what is kept for others", async () => {
    const { id, member } = await smallDeposit();
    await smallDeposit("eve@example.com");
    const rail = scriptRails(service.ctx);
    rail.preparation = { state: "refused", reason: "account_refused" } as never;
    await pay(id);
    await service.runJobs();
    // Its owner has it in the wallet by now.
    expect(await operator("deposits assign", { id, email: member.email })).toMatchObject({ ok: true });
    await service.ctx.db.query("update payout_guard set state = 'void'");
    await endAs(service.ctx, await movement(), { state: "settled", txId: "late", networkFee: null });
    expect(await movement()).toMatchObject({ status: "sent", alarm: "sent_after_failure" });
    expect(await unclaimedBalance()).toBe(2_000000n);
    expect(await violations(service)).toEqual([]);
  });

  test("that comes back is kept again", async () => {
    const { id } = await smallDeposit();
    await pay(id);
    await service.runJobs();
    await endAs(service.ctx, await movement(), { state: "returned", amount: null });
    expect([await statusOf(id), await unclaimedBalance()]).toEqual(["unclaimed", 2_000000n]);
    expect(await violations(service)).toEqual([]);
  });

  test.each(["before", "after"])(
    "whose deposit is taken back %s it has left takes nothing of what is kept for others",
    async (when) => {
      const { id, tell } = await smallDeposit();
      await smallDeposit("eve@example.com");
      const rail = scriptRails(service.ctx);
      await operator("payouts stop", {});
      await pay(id);
      if (when === "after") {
        await operator("payouts go", {});
        await service.pass(60);
        expect(await payouts()).toMatchObject([{ status: "sent" }]);
      }
      await tell("gone");
      await operator("payouts go", {});
      await service.pass(60);
      expect(rail.sent.size).toBe(when === "after" ? 1 : 0);
      if (when === "before") {
        const { id: held } = await movement();
        expect(await operator("payouts void", { id: held })).toMatchObject({ ok: true });
        await service.runJobs();
      }
      expect([await statusOf(id), await unclaimedBalance()]).toEqual(["taken_back", 2_000000n]);
      expect(await available(service.ctx.db.orm, accounts.unclaimed(asset))).toBe(2_000000n);
      expect(await violations(service)).toEqual([]);
    },
  );

  test("leaves only with a second person, who is not the one who has named the account", async () => {
    const { id } = await smallDeposit();
    const { anna, boris } = await enrol(service.ctx);
    await must(service.ctx, boris, "unclaimed pay", { id, asset, account: otherAddress, reason });
    await service.runJobs();
    const [entry] = await service.ctx.db.orm.select().from(makerEntry);
    expect(entry).toMatchObject({ kind: "unclaimed_payout", about: "movement" });
    const approval = { id: entry?.id ?? "", reason };
    await asStaff(service.ctx, boris, "approvals give", approval);
    await service.pass(86_400);
    expect(await payouts()).toMatchObject([{ status: "sending" }]);
    await must(service.ctx, anna, "approvals give", approval);
    await service.pass(60);
    expect(await payouts()).toMatchObject([{ status: "sent" }]);
    expect(await violations(service)).toEqual([]);
  });
});
