import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import {
  checkerApproval,
  makerEntry,
  order,
  outgoing,
  payment,
  payoutGuard,
  paypalEntry,
  paypalLine,
} from "../../../upstream/db/schema/index.ts";
import { moneyEffectOf } from "../../../upstream/operator/money-effects.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { needsSecondPerson } from "../../../upstream/staff/rules/roles.ts";
import { brought, join } from "../../support/affiliates/partners.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { type DraftInput, executedOrder } from "../../support/orders/order-steps.ts";
import { addFile, files, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { invoiceTask, payTask } from "../../support/paypal-by-hand/sample-tasks.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { additionOf, asStaff, enrol, must, person, signedBy, type TestStaff } from "../../support/service/staff.ts";
import { opened, report, walletOf } from "../../support/wallets/deposits.ts";
import {
  confirm,
  later,
  movementOf,
  otherAddress,
  requested,
  savedAddress,
  violations,
} from "../../support/withdrawals/withdrawals.ts";

test("every command that changes something is classified, and nothing else is", () => {
  const changing = commands.filter(({ changes }) => changes !== undefined).map(({ name }) => name);
  expect(Object.keys(moneyEffectOf).sort()).toEqual([...changing].sort());
});

/** Boris is an operator who works alone, with every role; the mule is his account, with an address that may be used at once. */
let service: Exchange;
let anna: TestStaff;
let boris: TestStaff;
let mule: Member;
const reason = "it was asked for";
const accountOfMule = otherAddress;
const soldPair = "usdt-trc20_paypal-usd";

beforeEach(async () => {
  service = await exchange();
  honest = 0n;
  ({ member: mule } = await walletOf(service, "mule@example.com"));
  await savedAddress(service, mule, accountOfMule);
  await later(service, mule);
  ({ anna, boris } = await enrol(service.ctx));
});

/** Commands that have been given alone and were obeyed, in all tests of this file. */
const tried = new Set<string>();
/** What honest customers of a test were paid at the accounts of the mule. */
let honest = 0n;

const alone = (command: string, args: Record<string, string>) => {
  const signed = signedBy(service.ctx, boris, command, { reason, anyway: "yes", ...args });
  return runCommand(service.ctx, { ...signed, files }).then(async (outcome) => {
    if (outcome.ok) tried.add(command);
    await service.runJobs();
    return outcome;
  });
};
const giveMule = (amount = "50") =>
  alone("wallets adjust", { email: mule.email, asset: "usdt-trc20", amount, kind: "add" });

/** The mule asks for everything that is in the wallet, and confirms it. */
async function cashOut(amount = "50") {
  const withdrawal = await requested(service, mule, { amount, account: accountOfMule }).catch(() => undefined);
  if (withdrawal) await confirm(service, mule, withdrawal);
  await service.pass(3600);
  return withdrawal;
}

/** What has been handed to a rail for the mule's accounts. */
async function moneyOut(): Promise<bigint> {
  const rows = await service.ctx.db.orm
    .select({ amount: outgoing.amount, status: outgoing.status })
    .from(outgoing)
    .where(and(inArray(outgoing.account, [accountOfMule, paypalAccount]), eq(outgoing.status, "sent")));
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
const openEntries = async () =>
  (await service.ctx.db.orm.select({ id: makerEntry.id }).from(makerEntry)).map(({ id }) => id);
const heldId = async () => {
  const [row] = await service.ctx.db.orm.select().from(payoutGuard).where(eq(payoutGuard.state, "held"));
  return row?.outgoingId ?? "";
};

/** An order of a guest, paid out to a PayPal account of the mule. */
const ordered = (input: DraftInput = {}) => executedOrder(service, input);
/** An invoice that was paid: boris has entered it, and anna has read it. */
async function paidInvoice() {
  const { ref } = await ordered({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  const { number, entry } = await invoiceTask(service.ctx, ref);
  await alone("tasks received", { number, ...entry });
  const [id = ""] = await waitingEntries();
  await must(service.ctx, anna, "tasks confirm", { id, tx: entry.tx, amount: entry.amount, reason });
  await service.runJobs();
  return { ref, number, entry };
}
const waitingEntries = async () =>
  (await service.ctx.db.orm.select().from(paypalEntry).where(eq(paypalEntry.state, "waiting"))).map(({ id }) => id);
const answerBy = () => new Date(service.ctx.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
const paidExactly = async (ref: string) => {
  const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (row) await simulateEvent(service.ctx, row, "pay_exact", null);
  await service.runJobs();
};

describe("one operator alone gets nothing out", () => {
  const ways: Record<string, () => Promise<unknown>> = {
    "by crediting a wallet twice below the band": async () => {
      await giveMule("30");
      await giveMule("30");
      await cashOut("50");
    },
    "by crediting a wallet and approving the payout": async () => {
      await giveMule();
      await cashOut();
      const id = await heldId();
      await alone("payouts approve", { id });
      await alone("payouts approve", { id, of: (await openEntries()).join(",") });
    },
    "by approving the own credit": async () => {
      await giveMule();
      for (const id of await openEntries()) await alone("approvals give", { id });
      await cashOut();
    },
    "by waiting a year": async () => {
      await giveMule();
      await service.pass(400 * 86_400);
      await later(service, mule);
      await cashOut();
    },
    "by an alter ego": async () => {
      await giveMule();
      const ego = person("ego");
      await alone("staff add", additionOf(ego));
      for (const id of await openEntries())
        for (const approver of [boris, ego]) await asStaff(service.ctx, approver, "approvals give", { id, reason });
      await cashOut();
    },
    "by removing the second person": async () => {
      await alone("staff remove", { name: "anna" });
      for (const id of await openEntries()) await alone("approvals give", { id });
      await giveMule();
      await cashOut();
    },
    "by assigning another's deposit": async () => {
      const { address } = await walletOf(service, "victim@example.com");
      await report(service, address, { railPaymentId: "lost", state: "final", asset: "usdt-erc20" });
      const { rows } = await service.ctx.db.query("select id from deposit where rail_payment_id = 'lost'");
      await opened(service, mule, "usdt-erc20");
      await alone("deposits assign", { id: String(rows[0]?.id), email: mule.email });
      await requested(service, mule, { asset: "usdt-erc20", account: "0x52908400098527886E0F7030069857D2E4169EE7" })
        .then((withdrawal) => confirm(service, mule, withdrawal))
        .catch(() => undefined);
      await service.pass(2 * 86_400);
      const rest = await service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.status, "sent"));
      expect(rest).toEqual([]);
    },
    "by confirming a payment that no rail has seen": async () => {
      const { ref } = await ordered();
      await alone("orders confirm-payin", { ref, tx: "none", amount: "500", asset: "usdt-trc20" });
      await alone("payouts approve", { id: await heldId(), of: (await openEntries()).join(",") });
    },
    "by a wrong rate": async () => {
      await alone("rates set", { pair: soldPair, rate: "1.08" });
      const { ref } = await ordered();
      await paidExactly(ref);
    },
    "by a wrong rate that is corrected at once": async () => {
      await alone("rates set", { pair: soldPair, rate: "1.08" });
      const { ref } = await ordered();
      await alone("rates set", { pair: soldPair, rate: "1" });
      await paidExactly(ref);
    },
    "by a wrong rate, and a later one that is near it": async () => {
      await alone("rates set", { pair: soldPair, rate: "1.08" });
      await alone("rates set", { pair: soldPair, rate: "1.09" });
      await paidExactly((await ordered()).ref);
    },
    "by a rate far beyond its band, and opening its pair": async () => {
      await alone("rates set", { pair: soldPair, rate: "9" });
      await alone("pairs resume", { pair: soldPair });
      for (const id of await openEntries()) await alone("approvals give", { id });
      await alone("pairs resume", { pair: soldPair });
      await expect(ordered()).rejects.toThrow();
    },
    "by a rate far beyond its band, and a small change after it that another approves": async () => {
      await alone("rates set", { pair: soldPair, rate: "9" });
      const rate = await openEntries();
      await service.pass(60);
      await alone("pairs set", { pair: soldPair, service_bps: "49" });
      for (const id of await openEntries())
        if (!rate.includes(id)) await must(service.ctx, anna, "approvals give", { id, reason });
      await service.pass(60);
      await alone("pairs resume", { pair: soldPair });
      await expect(ordered()).rejects.toThrow();
    },
    "by a wrong rate, and a small change after it that another approves": async () => {
      await alone("rates set", { pair: soldPair, rate: "1.08" });
      const rate = await openEntries();
      await service.pass(60);
      await alone("pairs set", { pair: soldPair, service_bps: "49" });
      const others = (await openEntries()).filter((id) => !rate.includes(id));
      expect(others).toHaveLength(1);
      for (const id of others) await must(service.ctx, anna, "approvals give", { id, reason });
      await service.pass(60);
      await paidExactly((await ordered()).ref);
    },
    "by a rate far beyond its band that is set while the exchange is closed": async () => {
      await alone("maintenance on", {});
      await alone("pairs pause", { pair: soldPair });
      await alone("rates set", { pair: soldPair, rate: "9" });
      await alone("pairs resume", { pair: soldPair });
      await alone("maintenance off", {});
      await expect(ordered()).rejects.toThrow();
    },
    "by loosening what a market price must satisfy": async () => {
      await alone("rates limit", { pair: soldPair, quorum: "1", jump: "100", spread: "100" });
      await paidExactly((await ordered()).ref);
    },
    "by putting a pair on sale at terms of the own": async () => {
      await service.ctx.db.query("update pair set status = 'hidden' where id = $1", [soldPair]);
      service.ctx.market.changed();
      const terms = { margin_bps: "0", service_bps: "0", payout_fee: "0", min_from: "1", max_from: "900000" };
      await alone("pairs open", { pair: soldPair, ...terms });
      await paidExactly((await ordered()).ref);
    },
    "by terms beyond their band": async () => {
      await alone("pairs set", {
        pair: soldPair,
        margin_bps: "0",
        service_bps: "0",
        max_from: "900000",
      });
      await alone("pairs set", { pair: soldPair, max_from: "9000000" });
      await paidExactly((await ordered()).ref);
    },
    "by a promo code": async () => {
      await alone("promo add", { code: "MINE", kind: "fixed_bonus", value: "400", pairs: soldPair });
      await paidExactly((await ordered({ promo: "MINE" })).ref);
    },
    "by paying out what nobody has claimed": async () => {
      const { address } = await walletOf(service, "victim@example.com");
      await report(service, address, { railPaymentId: "small", state: "final", amount: 2_000000n });
      const { rows } = await service.ctx.db.query("select id from deposit where rail_payment_id = 'small'");
      await alone("unclaimed pay", { id: String(rows[0]?.id), asset: "usdt-trc20", account: accountOfMule });
      await alone("payouts approve", { id: await heldId(), of: (await openEntries()).join(",") });
    },
    "by an asset's fee below its cost": async () => {
      await alone("assets set", {
        asset: "usdt-trc20",
        withdraw_fee: "0",
        min_withdraw: "0.000001",
        tolerance_bps: "1000",
      });
      const { ref } = await ordered();
      const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (row) await simulateEvent(service.ctx, row, "pay_partial", "460");
    },
    "by adding an asset at terms of the own": async () => {
      // A token that its rail knows, and nobody else values.
      Object.assign(service.ctx.rails, { describe: async () => ({ network: "ethereum", decimals: 6 }) });
      await alone("assets add", {
        asset: "usdt-mine",
        symbol: "USDT",
        name: "Tether",
        decimals: "6",
        confirmations: "0",
      });
      await alone("pairs add", { from: "usdt-mine", to: "paypal-usd" });
      await alone("pairs open", { pair: "usdt-mine_paypal-usd" });
      await expect(ordered({ from: "usdt-mine" })).rejects.toThrow();
    },
    "by letting a late payment count at its old rate": async () => {
      const { ref } = await ordered();
      await service.pass(3 * 3600);
      await alone("rates set", { pair: soldPair, rate: "0.1" });
      await paidExactly(ref);
      await alone("orders release", { ref });
    },
    "by a payout by hand that was never made, and is called returned": async () => {
      const { ref } = await ordered();
      await alone("payouts stop", {});
      await paidExactly(ref);
      await alone("payouts void", { id: `${ref}-payout-1` });
      await alone("payouts go", {});
      await alone("orders complete-payout", { ref, tx: "by-hand" });
      await alone("orders payout-returned", { ref });
      await alone("orders release", { ref });
    },
    "by a rate of the own partner's account": async () => {
      const { code } = await join(service, mule);
      await alone("partners rate", { email: mule.email, percent: "95" });
      // An honest customer's order: of its payout nothing is held, of the reward everything.
      await paidExactly((await ordered({ partner: code, amount: "5000" })).ref);
      honest = await moneyOut();
      await service.pass(2 * 86_400);
      await settleRewards(service.ctx);
      mule.token = await signedIn(service, mule.email);
      await service.ask("affiliatePayout", { body: {}, key: "k", ...by(mule.token) });
      await alone("partners approve-payout", { email: mule.email });
      await cashOut("10");
    },
    "by the rewards of what a member with a credited wallet exchanges": async () => {
      const { code } = await join(service, mule);
      await alone("partners rate", { email: mule.email, percent: "95" });
      for (const id of await openEntries()) await must(service.ctx, anna, "approvals give", { id, reason });
      const helper = await brought(service, "helper@example.com", code);
      await opened(service, helper, "usdt-trc20");
      const credit = { email: helper.email, asset: "usdt-trc20", amount: "50", kind: "add" };
      expect(await alone("wallets adjust", credit)).toMatchObject({ ok: true });
      const { ref } = await ordered({ partner: code, amount: "5000" });
      await paidExactly(ref);
      honest = await moneyOut();
      // As if it had been paid from the helper's wallet and out into another: such a payout passes no guard.
      for (const owner of [{ emailProof: "link" }, { ownerId: helper.id }] as const)
        await service.ctx.db.orm.update(order).set(owner).where(eq(order.ref, ref));
      await service.pass(2 * 86_400);
      await settleRewards(service.ctx);
      mule.token = await signedIn(service, mule.email);
      const paid = await service.ask("affiliatePayout", { body: {}, key: "k", ...by(mule.token) });
      expect(paid.status).toBeLessThan(300);
      await cashOut("10");
      expect(await heldId()).not.toBe("");
    },
    "by an invoice that nobody has paid": async () => {
      const { ref } = await ordered({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });
      const { number, entry } = await invoiceTask(service.ctx, ref);
      await alone("tasks received", { number, ...entry });
      const [id = ""] = await openEntries();
      await alone("tasks confirm", { id, tx: entry.tx, amount: entry.amount });
      await alone("approvals give", { id });
      await service.pass(3600);
      expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    },
    "by an invoice that is paid in a report of the operator's own": async () => {
      const { ref } = await ordered({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });
      const { entry } = await invoiceTask(service.ctx, ref);
      const [date = "", time] = entry.at.split(/[T.]/);
      const cells = [
        date,
        time,
        "GMT",
        "Payment",
        "Completed",
        "USD",
        entry.amount,
        "0.00",
        entry.account,
        "",
        entry.tx,
        "9.00",
      ];
      const header =
        "Date,Time,TimeZone,Type,Status,Currency,Gross,Fee,From Email Address,To Email Address,Transaction ID,Balance";
      const report = addFile(`${header}\n${cells.join(",")}`);
      await service.pass(60);
      await alone("tasks import", { report, from: date, until: service.ctx.clock.now().toISOString() });
      const [line] = await service.ctx.db.orm.select().from(paypalLine);
      await alone("tasks accept", { line: String(line?.number) });
      const [id = ""] = await openEntries();
      await alone("tasks confirm", { id, tx: entry.tx, amount: entry.amount });
      await alone("approvals give", { id });
      await service.pass(3600);
      expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    },
    "by a payment at PayPal that never came back": async () => {
      const { ref } = await ordered();
      await alone("payouts stop", {});
      await paidExactly(ref);
      const { number, entry } = await payTask(service.ctx, `${ref}-payout-1`);
      await alone("tasks paid", { number, ...entry });
      const [paid] = await service.ctx.db.orm.select().from(paypalEntry);
      const seen = { id: paid?.id ?? "", tx: entry.tx, amount: entry.amount, reason };
      await must(service.ctx, anna, "tasks confirm", seen);
      const args = { number, ...entry, tx: txOf("back") };
      await alone("tasks returned", args);
      const [id = ""] = await openEntries();
      await alone("tasks confirm", { id, tx: args.tx, amount: args.amount });
      expect(await openEntries()).toHaveLength(1);
    },
    "by a refund at PayPal that nobody else has seen": async () => {
      const { number, entry, ref } = await paidInvoice();
      const refund = { number, tx: txOf("refund"), amount: entry.amount, at: entry.at, screenshot: entry.screenshot };
      await alone("tasks refunded", refund);
      const [id = ""] = await waitingEntries();
      await alone("tasks confirm", { id, tx: refund.tx, amount: refund.amount });
      await alone("approvals give", { id });
      await alone("orders refunded-at-rail", { ref, tx: refund.tx, amount: refund.amount });
      await service.pass(3600);
      const refunds = await service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "refund"));
      expect([refunds, await waitingEntries()]).toEqual([[], [id]]);
    },
    "by a dispute at PayPal that PayPal has not decided": async () => {
      const { number, entry, ref } = await paidInvoice();
      const about = { number, case: "PP-D-1", screenshot: entry.screenshot };
      const read = { case: "PP-D-1", amount: entry.amount, answer_by: answerBy() };
      const statusOf = async () => {
        const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
        return row?.status;
      };
      const before = await statusOf();
      await alone("tasks disputed", { ...about, answer_by: answerBy() });
      const [opening = ""] = await waitingEntries();
      await alone("tasks confirm", { id: opening, ...read });
      await alone("orders dispute-opened", { ref, case: "PP-D-2" });
      expect(await statusOf()).toBe(before);
      await must(service.ctx, anna, "tasks confirm", { id: opening, ...read, reason });
      await alone("tasks dispute-ended", { ...about, result: "won" });
      const [id = ""] = await waitingEntries();
      await alone("tasks confirm", { id, ...read, result: "won" });
      await alone("approvals give", { id });
      await alone("orders dispute-won", { ref });
      await service.pass(3600);
      expect([await statusOf(), await waitingEntries()]).toEqual(["disputed", [id]]);
      expect(await openEntries()).toContain(id);
      await must(service.ctx, anna, "tasks confirm", { id, ...read, result: "won", reason });
      expect(await statusOf()).toBe(before);
    },
    "by calling a dispute won that no rail has decided": async () => {
      const { ref } = await ordered({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });
      await alone("payouts stop", {});
      await paidExactly(ref);
      const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (row) await simulateEvent(service.ctx, row, "dispute_opened", null);
      await alone("payouts go", {});
      expect(await alone("orders dispute-won", { ref })).toMatchObject({ ok: true });
      for (const id of await openEntries()) await alone("approvals give", { id });
      await service.pass(3600);
      const sent = await service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.status, "sent"));
      expect(sent).toEqual([]);
    },
    "by lifting a freeze": async () => {
      await giveMule();
      const withdrawal = await cashOut();
      await alone("members freeze", { email: mule.email });
      await alone("members unfreeze", { email: mule.email, ...(withdrawal && { let_go: withdrawal.id }) });
      await cashOut();
    },
  };

  test.each(Object.keys(ways))("%s", async (way) => {
    await ways[way]?.();
    await service.pass(86_400);
    expect(await moneyOut()).toBe(honest);
    expect(await violations(service)).toEqual([]);
  });

  test("by calling a payout returned that its rail calls sent: the rail's answer stands", async () => {
    const { ref } = await ordered();
    await paidExactly(ref);
    expect(await moneyOut()).toBeGreaterThan(0n);
    const before = await moneyOut();
    expect(await alone("orders payout-returned", { ref })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("sent"),
    });
    await service.pass(86_400);
    expect(await moneyOut()).toBe(before);
  });

  test("by sending a stranger's refund to the own address", async () => {
    const { ref } = await ordered();
    const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (row) await simulateEvent(service.ctx, row, "pay_partial", "100");
    await alone("orders refund", { ref, account: accountOfMule });
    await service.pass(86_400);
    expect(await moneyOut()).toBe(0n);
  });
});

test("each command that creates, redirects or prices was tried above", () => {
  const worth = Object.entries(moneyEffectOf).flatMap(([name, effect]) => (needsSecondPerson(effect) ? [name] : []));
  expect(worth.filter((name) => !tried.has(name))).toEqual([]);
});

describe("with the second person", () => {
  test("a pair whose price is far beyond its band is opened once another has approved it", async () => {
    await alone("rates set", { pair: soldPair, rate: "9" });
    const resumed = () => alone("pairs resume", { pair: soldPair });
    expect(await resumed()).toMatchObject({ ok: false, sentence: expect.stringContaining("not approved by a second") });
    const [id = ""] = await openEntries();
    await must(service.ctx, anna, "approvals give", { id, reason });
    expect(await resumed()).toMatchObject({ ok: true });
    await ordered();
    expect(await violations(service)).toEqual([]);
  });

  test("a credit that another has approved leaves, and only then", async () => {
    await giveMule();
    const withdrawal = await cashOut();
    expect(await movementOf(service, withdrawal?.id ?? "")).toMatchObject({ state: "held", why: "second_person" });
    const [id = ""] = await openEntries();
    await must(service.ctx, anna, "approvals give", { id, reason });
    await service.runJobs();
    expect(await moneyOut()).toBeGreaterThan(0n);
    expect(await violations(service)).toEqual([]);
  });

  test("a refund to an account of an operator's own is approved by another, also without a maker entry", async () => {
    const { ref } = await ordered();
    const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (row) await simulateEvent(service.ctx, row, "pay_partial", "100");
    await alone("payouts stop", {});
    await alone("orders refund", { ref, account: accountOfMule });
    // As a command would leave it that forgets the entry.
    await (await ownerDatabase()).query("delete from maker_entry where subject = $1", [ref]);
    await alone("payouts go", {});
    await service.pass(3600);
    const [held] = await service.ctx.db.orm.select().from(payoutGuard).where(eq(payoutGuard.state, "held"));
    expect([held?.why, await moneyOut()]).toEqual(["second_person", 0n]);
    await must(service.ctx, anna, "payouts approve", { id: held?.outgoingId ?? "", reason });
    await service.pass(3600);
    expect(await moneyOut()).toBeGreaterThan(0n);
  });

  test("an approval of one payout names what it rests on, and lets no other one go", async () => {
    await giveMule("100");
    await cashOut("50");
    const id = await heldId();
    const [entry = ""] = await openEntries();
    expect(await asStaff(service.ctx, anna, "payouts approve", { id, reason })).toMatchObject({
      ...{ ok: false, sentence: expect.stringMatching(`^REFUSED: .*--of ${entry}`) },
    });
    await must(service.ctx, anna, "payouts approve", { id, reason, of: entry });
    await service.runJobs();
    const first = await moneyOut();
    expect(first).toBeGreaterThan(0n);
    await cashOut("40");
    expect(await moneyOut()).toBe(first);
  });

  test("an approval that was written by SQL lets nothing go, and the audit of the books names it", async () => {
    await giveMule();
    const withdrawal = await cashOut();
    const [entry = ""] = await openEntries();
    const approved = await asStaff(service.ctx, anna, "payouts hold", { id: await heldId(), reason });
    expect(approved.ok).toBe(false);
    const { rows } = await service.ctx.db.query("select id from signed_command order by at desc, id limit 1");
    const forged = { id: "ca_forged", entryId: entry, movementId: null, commandId: String(rows[0]?.id) };
    await service.ctx.db.orm.insert(checkerApproval).values({ ...forged, at: service.ctx.clock.now() });
    const movement = await movementOf(service, withdrawal?.id ?? "");
    await service.ctx.db.orm
      .update(payoutGuard)
      .set({ state: "waiting", why: "cap_hour" })
      .where(eq(payoutGuard.outgoingId, movement?.id ?? ""));
    await service.pass(3600);
    expect(await moneyOut()).toBe(0n);
    expect(await violations(service)).toEqual([expect.stringContaining("ca_forged")]);
  });
});

test("honest money needs no second person", async () => {
  const { ref } = await ordered();
  await paidExactly(ref);
  expect(await service.ctx.db.orm.select().from(payment)).toHaveLength(1);
  expect(await moneyOut()).toBeGreaterThan(0n);
});
