import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deposit, order, outgoing, payoutClearance, withdrawal } from "../../../upstream/db/schema/index.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { type PayoutRule, payoutRules } from "../../../upstream/payouts/rules/payout-policy.ts";
import { sweepNow } from "../../../upstream/payouts/sweeps/request-sweep.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { handOver } from "../../../upstream/withdrawals/hand-over.ts";
import { acceptTerms, executedOrder, type OrderKey, openDraft } from "../../support/orders/order-steps.ts";
import { scriptRails } from "../../support/payouts/scripted-rail.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";
import { payFromWallet, savedPayoutAccount, walletDraft } from "../../support/wallets/wallet-payment.ts";
import { confirmed, fundedMember, later, readyMember } from "../../support/withdrawals/withdrawals.ts";

const day = 86_400;
const usdt = "usdt-trc20";
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const plays = (orderKey: OrderKey, event: string, amount: string | null = null) =>
  service.call("sandboxEvents", {
    token: orderKey.token,
    body: { ref: orderKey.ref, event: event as "pay_exact", amount },
  });
const operator = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason: "asked for", ...args }, operator: { name: "olga" } });
const changed = (orderKey: OrderKey, columns: object) =>
  service.ctx.db.orm.update(order).set(columns).where(eq(order.ref, orderKey.ref));
const newestClearance = async () =>
  (await service.ctx.db.orm.select().from(payoutClearance).orderBy(sql`decided_at desc, id desc`).limit(1))[0];

async function payer(): Promise<Member> {
  const { member, address } = await walletOf(service);
  await report(service, address, { railPaymentId: "first", state: "final", amount: 1_000_000000n });
  await savedPayoutAccount(service, member);
  return member;
}

/** Paid from the wallet; its payout has failed at its rail. */
async function failedWalletPayment(): Promise<{ anna: Member; orderKey: OrderKey }> {
  const anna = await payer();
  const rail = scriptRails(service.ctx);
  rail.preparation = { state: "refused", reason: "account_refused" } as never;
  const orderKey = await walletDraft(service, "100", anna);
  (await payFromWallet(service, anna, orderKey)).reply();
  return { anna, orderKey };
}

/** How a movement of each row of the policy comes about, through the service. */
const stories: Record<PayoutRule, () => Promise<unknown>> = {
  to_trusted_account: async () => confirmed(service, await readyMember(service)),
  to_new_account: async () => {
    const anna = await fundedMember(service);
    await confirmed(service, anna);
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    await service.pass(day);
  },
  wallet_payment_redirected: async () => {
    const { anna, orderKey } = await failedWalletPayment();
    const account = "anna.second@example.com";
    const press = (key: string) =>
      service.call("exchangeProcess", {
        ...{ token: orderKey.token, key, ...by(anna.token) },
        body: { ref: orderKey.ref, action: "set_payout_account", payout: { account } },
      });
    expect((await press("1")).problem().code).toBe("address_not_whitelisted");
    await savedPayoutAccount(service, anna, { account });
    (await press("2")).reply();
  },
  refund_outside_wallet: async () => {
    const { orderKey } = await failedWalletPayment();
    // As if the wallet were no more.
    await changed(orderKey, { ownerId: null, email: null });
    expect(await operator("orders refund", { ref: orderKey.ref })).toMatchObject({ ok: true });
  },
  into_own_wallet: async () => {
    const { member } = await walletOf(service);
    const bearer = by(member.token);
    const body = { from: "paypal-usd", to: usdt, amount: "100" };
    const { data } = (await service.call("exchangeStepOne", { body, ...bearer })).reply();
    const { token } = data;
    const { ref } = data.order;
    const details = {
      payin: { account: "payer@example.com" },
      email: member.email,
      payout: { account: "", wallet: true },
    };
    const chosen = (await service.ask("exchangeStepTwo", { token, body: { ref, ...details }, ...bearer })).reply();
    const orderKey = { ref, token, order: chosen.data };
    await acceptTerms(service, orderKey);
    await service.call("exchangeExecute", { token, key: ref, body: { ref, pay_with: "paypal_invoice" } });
    await plays(orderKey, "pay_exact");
  },
  to_named_account: async () => plays(await executedOrder(service), "pay_exact"),
  to_payer: async () => {
    const orderKey = await executedOrder(service, { from: "paypal-usd", to: usdt, amount: "100" });
    await plays(orderKey, "pay_partial");
    await operator("orders refund", { ref: orderKey.ref });
  },
  named_by_operator: async () => {
    const orderKey = await executedOrder(service);
    await plays(orderKey, "pay_partial");
    const account = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
    expect(await operator("orders refund", { ref: orderKey.ref, account, anyway: "yes" })).toMatchObject({ ok: true });
  },
  unclaimed_paid: async () => {
    const { address } = await walletOf(service);
    await report(service, address, { railPaymentId: "small", state: "final", amount: 2_000000n });
    const [small] = await service.ctx.db.orm.select().from(deposit);
    const args = { id: small?.id ?? "", asset: usdt, account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb" };
    expect(await operator("unclaimed pay", args)).toMatchObject({ ok: true });
  },
  gone_already: async () => {
    const orderKey = await executedOrder(service, { from: "paypal-usd", to: usdt, amount: "100" });
    await plays(orderKey, "pay_partial");
    await plays(orderKey, "refunded_at_rail");
  },
  sweep: async () => {
    const { address } = await walletOf(service);
    await report(service, address, {
      railPaymentId: "first",
      state: "final",
      amount: 1_000_000000n,
      place: "deposits",
    });
    const to = service.ctx.rails.payoutFor(usdt).hotAddress ?? "";
    expect(await sweepNow(service.ctx, { rail: "sandbox-tron", asset: usdt, to })).toMatchObject({
      amount: 1_000_000000n,
    });
  },
  confirmed_before: async () => {
    const orderKey = await executedOrder(service);
    const owner = await ownerDatabase();
    await owner.query("alter table payout_destination disable trigger payout_destination_stays");
    await owner.query("update payout_destination set confirmed_by = 'earlier_version', proof = 'unknown'");
    await owner.query("alter table payout_destination enable trigger payout_destination_stays");
    await plays(orderKey, "pay_exact");
  },
  unconfirmed: async () => {
    const orderKey = await executedOrder(service);
    await changed(orderKey, { payoutAccount: "thief@example.com" });
    await plays(orderKey, "pay_exact");
  },
};

test.each(payoutRules)("a movement of the row %s has the answer of that row", async (rule) => {
  await stories[rule]();
  await service.runJobs();
  const clearance = await newestClearance();
  expect(clearance?.rule).toBe(rule);
  const [movement] = await selectMovements(service.ctx.db.orm).where(eq(outgoing.id, clearance?.id ?? ""));
  if (rule === "unconfirmed") expect(movement).toMatchObject({ state: "held", why: "destination_changed" });
  else if (rule === "refund_outside_wallet") expect(movement).toMatchObject({ state: "held", why: "unusual" });
  else expect(movement?.state).not.toBe("held");
});

describe("the database takes no movement", () => {
  const insert = (columns: string) =>
    service.ctx.db.query(`insert into outgoing (id, order_ref, kind, attempt, rail, asset, amount, fee, account, status,
        transfer_id, created_at) ${columns}`);
  const clears = (values: string) =>
    service.ctx.db.query(`insert into payout_clearance (id, rule, source, destination, caused_by, proof, second_person,
        notice, decided_at) values (${values}, now())`);
  const toThief = (ref: string) =>
    insert(
      `values ('x', '${ref}', 'payout', 9, 'sandbox-paypal', 'paypal-usd', 1, 0, 'thief@example.com', 'sending', 't', now())`,
    );

  test("without an answer of the policy", async () => {
    const { ref } = await openDraft(service);
    await expect(toThief(ref)).rejects.toMatchObject({ constraint: "outgoing_id_payout_clearance_id_fk" });
  });

  test("with an answer about an account that nobody has confirmed", async () => {
    const { ref } = await executedOrder(service);
    await clears("'x', 'to_named_account', 'order', 'named', 'customer', 'order_link', 'none', 'order'");
    await expect(toThief(ref)).rejects.toMatchObject({ constraint: "outgoing_is_cleared" });
  });

  test("with the answer for one that has left already, or for a sweep", async () => {
    const { ref } = await executedOrder(service);
    await clears("'x', 'sweep', 'house', 'house', 'house', 'none', 'none', 'none'");
    await expect(toThief(ref)).rejects.toMatchObject({ constraint: "outgoing_is_cleared" });
    await clears("'y', 'gone_already', 'order', 'gone', 'rail', 'none', 'none', 'order'");
    const gone = `values ('y', '${ref}', 'payout', 9, 'sandbox-paypal', 'paypal-usd', 1, 0, 'a@b.c', 'sending', 't', now())`;
    await expect(insert(gone)).rejects.toMatchObject({ constraint: "outgoing_is_cleared" });
  });

  test("and no answer is changed or deleted afterwards", async () => {
    await plays(await executedOrder(service), "pay_exact");
    const owner = await ownerDatabase();
    for (const change of ["update payout_clearance set proof = 'none'", "delete from payout_clearance"])
      await expect(owner.query(change)).rejects.toMatchObject({ constraint: "payout_clearance_stays" });
  });
});

describe("more than is usual waits for a second person", () => {
  const policy = { memberHour: 2, memberDay: 3, destinationDayUsd: 250_00n };
  const heldOf = async () => {
    const rows = await selectMovements(service.ctx.db.orm).where(eq(outgoing.kind, "withdrawal"));
    return rows.filter(({ state }) => state === "held").map(({ why }) => why);
  };

  test("many payouts of one member in an hour, until it is approved", async () => {
    service = await exchange({ policy: { payouts: { ...policy, destinationDayUsd: 10_000_00n } } });
    const anna = await readyMember(service);
    for (const _ of [1, 2]) {
      await confirmed(service, anna, { amount: "20" });
      await service.pass(1);
    }
    expect(await heldOf()).toEqual([]);
    const { id } = await confirmed(service, anna, { amount: "20" });
    expect(await heldOf()).toEqual(["unusual"]);
    expect(await operator("payouts approve", { id: `${id}-withdrawal-1` })).toMatchObject({ ok: true });
    await service.runJobs();
    expect(await heldOf()).toEqual([]);
    await later(service, anna, 3600);
    await confirmed(service, anna, { amount: "20" });
    expect(await heldOf()).toEqual(["unusual"]);
  });

  test("much for one destination, from the wallets of several members", async () => {
    service = await exchange({ policy: { payouts: policy } });
    const [anna, bob] = [await readyMember(service), await readyMember(service, "bob@example.com")];
    await later(service, anna, 1);
    await confirmed(service, anna, { amount: "200" });
    expect(await heldOf()).toEqual([]);
    await confirmed(service, bob, { amount: "100" });
    expect(await heldOf()).toEqual(["unusual"]);
  });

  test("much for one account, whatever memos are named", async () => {
    service = await exchange({ policy: { payouts: { ...policy, destinationDayUsd: 60_00n } } });
    await service.ctx.db.query("update asset set needs_memo = true where id = 'usdt-trc20'");
    const members = [await fundedMember(service), await fundedMember(service, "eve@example.com")];
    const waiting = [];
    for (const [at, member] of members.entries())
      waiting.push(await confirmed(service, member, { amount: "40", memo: `${at}` }));
    await service.ctx.clock.advance(day);
    await service.ctx.db.orm.update(withdrawal).set({ status: "approved" });
    for (const { id } of waiting) await handOver(service.ctx, id);
    await service.runJobs();
    expect(await heldOf()).toEqual(["unusual"]);
  });

  test("of two payouts that are asked for at the same moment, each counts the other", async () => {
    service = await exchange({ policy: { payouts: { ...policy, memberHour: 1 } } });
    const anna = await fundedMember(service);
    const waiting = [await confirmed(service, anna, { amount: "20" })];
    await service.pass(1);
    waiting.push(await confirmed(service, anna, { amount: "20" }));
    await service.ctx.clock.advance(day);
    await service.ctx.db.orm.update(withdrawal).set({ status: "approved" });
    await Promise.all(waiting.map(({ id }) => handOver(service.ctx, id)));
    await service.runJobs();
    expect(await heldOf()).toEqual(["unusual"]);
  });

  test("of two members who pay one account at the same moment, one waits for a second person", async () => {
    service = await exchange({ policy: { payouts: { ...policy, destinationDayUsd: 60_00n } } });
    // Without a fee to hold the two touch no account of the ledger in common.
    const { rails } = service.ctx;
    service.ctx.rails = { ...rails, payoutOf: (movement) => ({ ...rails.payoutOf(movement), gas: null }) };
    const members = [await fundedMember(service), await fundedMember(service, "eve@example.com")];
    const waiting = [];
    for (const member of members) waiting.push(await confirmed(service, member, { amount: "40" }));
    await service.ctx.clock.advance(day);
    await service.ctx.db.orm.update(withdrawal).set({ status: "approved" });
    await Promise.all(waiting.map(({ id }) => handOver(service.ctx, id)));
    await service.runJobs();
    expect(await heldOf()).toEqual(["unusual"]);
  });
});
