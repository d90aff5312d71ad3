import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseOldRecords } from "../../../upstream/accounts/closing/erase-old-records.ts";
import {
  deposit,
  order,
  payment,
  payoutGuard,
  screeningHit,
  walletAddress,
} from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { rescanLists } from "../../../upstream/program/rescan-lists.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import {
  acceptTerms,
  executeDraft,
  executedOrder,
  type OrderKey,
  track,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { operate } from "../../support/screening/asked-exchange.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { depositStatuses, opened, report, walletOf } from "../../support/wallets/deposits.ts";
import { payFromWallet, savedPayoutAccount, walletDraft } from "../../support/wallets/wallet-payment.ts";
import { confirmed, movementOf, readyMember, tronAddress } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const sender = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
const listSender = (party = sender) =>
  operate(service, "screening import", { path: listFile(party), list: "own", date: "2026-11-20" });
const openHits = () => service.ctx.db.orm.select().from(screeningHit).where(eq(screeningHit.state, "open"));
const guard = async () => (await service.ctx.db.orm.select().from(payoutGuard)).at(-1);
const held = { state: "held", why: "screening" };

/** What the rail reports of a payment of exactly the order's amount. */
async function pay({ ref }: OrderKey, name: "payment_seen" | "payment_final", from: string | null = sender) {
  const row = await rowOf(service, ref);
  const money = { rail: row.payinRail ?? "", asset: row.fromAsset, amount: row.fromAmount, railFee: 0n };
  const confirmations = name === "payment_final" ? 20 : 1;
  const reported = { ...money, railPaymentId: `tx ${ref}`, confirmations, required: 20, sender: from };
  await applyEvent(service.ctx, ref, { name, payment: reported }, "rail");
  await service.runJobs();
}
const senders = async () => (await service.ctx.db.orm.select().from(payment)).map((row) => row.sender);

/** A final payment whose payout waits. */
async function paidOrder(from: string | null = sender) {
  await operate(service, "payouts stop");
  const paid = await executedOrder(service, usdtToPaypal);
  await pay(paid, "payment_final", from);
  return paid;
}
const letGo = async () => {
  await operate(service, "payouts go");
  await service.runJobs();
};

describe("the sender of an order's payment, listed after it,", () => {
  test("holds its payout, and lets it go after a false alarm", async () => {
    const paid = await paidOrder();
    await listSender();
    await letGo();
    expect(await guard()).toMatchObject(held);
    const [hit] = await openHits();
    await operate(service, "screening clear", { id: hit?.id ?? "" });
    await service.runJobs();
    expect(await track(service, paid)).toMatchObject({ status: "completed" });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("holds it when the sender is on the blocklist", async () => {
    await paidOrder();
    await operate(service, "blocklist add", { kind: "address", value: sender });
    await letGo();
    expect(await guard()).toMatchObject({ state: "held", why: "blocked_party" });
  });

  test("holds the open order when the changed list is compared", async () => {
    const seen = await executedOrder(service, usdtToPaypal);
    await pay(seen, "payment_seen");
    await listSender();
    await rescanLists(service.ctx);
    expect(await track(service, seen)).toMatchObject({ status: "on_hold", hold: { reason: "aml_check" } });
  });

  test("is ignored when the network has dropped the payment", async () => {
    const seen = await executedOrder(service, usdtToPaypal);
    await pay(seen, "payment_seen");
    const { payinRail } = await rowOf(service, seen.ref);
    const name = { rail: payinRail ?? "", railPaymentId: `tx ${seen.ref}` };
    await applyEvent(service.ctx, seen.ref, { name: "payment_vanished", ...name }, "rail");
    await listSender();
    await rescanLists(service.ctx);
    expect(await openHits()).toEqual([]);
  });

  test("is null for payments of earlier versions: their payouts go on", async () => {
    const paid = await paidOrder(null);
    await listSender();
    await letGo();
    expect(await track(service, paid)).toMatchObject({ status: "completed" });
  });
});

describe("the sender of a deposit, listed after it was credited,", () => {
  const amount = 1_000_000000n;
  const credited = async () => {
    const { member, address } = await walletOf(service, "boris@example.com");
    await report(service, address, { railPaymentId: "tx1", state: "seen", amount, sender });
    await report(service, address, { railPaymentId: "tx1", state: "final", amount });
    return member;
  };

  test("holds a withdrawal of the member, and opens a hit when the changed list is compared", async () => {
    const member = await readyMember(service);
    await report(service, await addressOf(member), { railPaymentId: "tx1", state: "final", amount, sender });
    await listSender();
    const { id } = await confirmed(service, member);
    await service.runJobs();
    expect(await movementOf(service, id)).toMatchObject(held);
    await rescanLists(service.ctx);
    expect((await openHits()).map(({ subjectKind }) => subjectKind).sort()).toEqual(["member", "movement"]);
  });

  test("holds no withdrawal of other money while the deposit itself is held", async () => {
    const member = await readyMember(service);
    await listSender();
    await report(service, await addressOf(member), { railPaymentId: "tx1", state: "final", amount, sender });
    expect(await depositStatuses(service, member)).toEqual(["checking", "credited"]);
    const { id } = await confirmed(service, member);
    await service.runJobs();
    expect(await movementOf(service, id)).toMatchObject({ state: "settled" });
  });

  test("holds the payout of an order that was paid from the wallet", async () => {
    const member = await credited();
    await savedPayoutAccount(service, member);
    await operate(service, "payouts stop");
    (await payFromWallet(service, member, await walletDraft(service, "100", member))).reply();
    await listSender();
    await letGo();
    expect(await guard()).toMatchObject(held);
  });

  test("opens a hit for the member, also for an order that was paid out into the wallet", async () => {
    const member = await signedUp(service, "boris@example.com");
    const payer = "listed.payer@example.com";
    const body = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
    const { data } = (await service.call("exchangeStepOne", { body, ...by(member.token) })).reply();
    const [draft, caller] = [{ ref: data.order.ref, token: data.token }, by(member.token)];
    const details = {
      payin: { account: "anna@example.org" },
      email: member.email,
      payout: { account: "", wallet: true },
    };
    const { data: detailed } = (
      await service.ask("exchangeStepTwo", { body: { ref: draft.ref, ...details }, token: draft.token, ...caller })
    ).reply();
    await acceptTerms(service, { ...draft, order: detailed });
    (await executeDraft(service, { ...draft, order: detailed })).reply();
    await pay(draft, "payment_final", payer);
    expect((await track(service, draft)).status).toBe("completed");
    await listSender(payer);
    await rescanLists(service.ctx);
    expect(await openHits()).toMatchObject([{ subjectKind: "member", subjectId: member.id }]);
  });

  test("holds the payout of an unclaimed deposit", async () => {
    const { address } = await walletOf(service);
    await report(service, address, { railPaymentId: "tx1", state: "final", amount: 2_000000n, sender });
    const [row] = await service.ctx.db.orm.select().from(deposit);
    await listSender();
    await operate(service, "unclaimed pay", { id: row?.id ?? "", asset: "usdt-trc20", account: tronAddress });
    await service.runJobs();
    expect(await guard()).toMatchObject(held);
  });

  const addressOf = async ({ id }: Member) => {
    const isTheirs = eq(walletAddress.memberId, id);
    const [row] = await service.ctx.db.orm.select().from(walletAddress).where(isTheirs);
    return row?.address ?? "";
  };
});

describe("a stored sender", () => {
  test("does not change once the payment is final, also when a later report lacks it", async () => {
    const paid = await executedOrder(service, usdtToPaypal);
    await pay(paid, "payment_seen");
    await pay(paid, "payment_final", null);
    expect(await senders()).toEqual([sender]);
    const another = { sender: tronAddress };
    await expect(service.ctx.db.orm.update(payment).set(another)).rejects.toThrow();
    const { address } = await walletOf(service);
    await report(service, address, { railPaymentId: "tx1", state: "final", sender });
    await expect(service.ctx.db.orm.update(deposit).set(another)).rejects.toThrow();
  });

  test("is in the member's data file, and in no reply about the order", async () => {
    const member = await signedUp(service, customerEmail);
    const paid = await walletDraft(service, "100", member);
    await executeDraft(service, paid);
    await pay(paid, "payment_final");
    const address = await opened(service, member, "usdt-trc20");
    await report(service, address, { railPaymentId: "tx1", state: "final", sender });
    const { data: file } = (await service.call("memberExport", by(member.token))).reply();
    expect(file.deposits).toMatchObject([{ sender }]);
    expect(file.payment_senders).toEqual([{ order: paid.ref, transaction: `tx ${paid.ref}`, sender }]);
    expect(JSON.stringify(await track(service, paid))).not.toContain(sender);
  });

  test("is erased with a guest's order", async () => {
    const paid = await executedOrder(service, usdtToPaypal);
    await pay(paid, "payment_final");
    const { orm } = service.ctx.db;
    const years = new Date(service.ctx.clock.now().getTime() - 6 * 366 * 86_400_000);
    await orm.update(order).set({ updatedAt: years });
    await eraseOldRecords(service.ctx);
    expect(await senders()).toEqual([null]);
    expect(await verify(service.ctx.db)).toEqual([]);
  });
});
