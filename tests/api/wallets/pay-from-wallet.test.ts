import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { member as memberTable } from "../../../upstream/db/schema/accounts.ts";
import { transfer } from "../../../upstream/db/schema/ledger.ts";
import { walletSettling } from "../../../upstream/db/schema/wallets.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import type { OpenedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { figures, report, walletOf } from "../../support/wallets/deposits.ts";
import {
  askToPay,
  confirmationOf,
  issuedConfirmation,
  payFromWallet,
  savedPayoutAccount,
  walletDraft,
} from "../../support/wallets/wallet-payment.ts";

let service: Exchange;
let anna: Member;
let address: string;

beforeEach(async () => {
  service = await exchange();
  ({ member: anna, address } = await walletOf(service));
  await savedPayoutAccount(service, anna);
});

const draft = (amount: string, owner: Member | null = anna) => walletDraft(service, amount, owner);
const pay = (order: OpenedOrder, key?: string) => payFromWallet(service, anna, order, key);
const deposit = (amount: bigint) => report(service, address, { railPaymentId: `d${amount}`, state: "final", amount });

test("an order is paid from the wallet at once, and completes", async () => {
  await deposit(150_000000n);
  const order = await draft("100");
  const paid = (await pay(order)).reply().data;
  expect(paid).toMatchObject({ status: "processing", payin: { method: "balance", address: null } });
  expect(paid.payin.txs).toMatchObject([{ amount: "100.000000", status: "final", url: null }]);
  const tracked = (await service.call("exchangeTrack", { query: { ref: order.ref }, token: order.token })).reply().data;
  expect(tracked.status).toBe("completed");
  expect(await figures(service, anna)).toMatchObject({ posted: "50.000000", available: "50.000000" });
  const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
  expect(data[0]).toMatchObject({
    type: "order_payin",
    direction: "debit",
    amount: "100.000000",
    order_ref: order.ref,
  });
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("of eight payments at once exactly those go through that available money covers", async () => {
  await deposit(100_000000n);
  await deposit(60_000000n);
  await settlesLater(60_000000n);
  const asked: [OpenedOrder, object][] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const order = await draft("30");
    asked.push([order, await issuedConfirmation(service.ctx, anna, order.ref)]);
  }
  const answers = await Promise.all(asked.map(([order, more]) => askToPay(service, anna, order, more)));
  const codes = answers.map((response) => (response.status === 200 ? "paid" : response.problem().code)).sort();
  expect(codes).toEqual([...Array.from({ length: 5 }, () => "insufficient_funds"), "paid", "paid", "paid"]);
  const left = { posted: "70.000000", available: "10.000000", settling: "60.000000" };
  expect(await figures(service, anna)).toMatchObject(left);
});

/** The deposit of this amount came in a way that can be taken back for another day. */
async function settlesLater(amount: bigint) {
  const { orm } = service.ctx.db;
  const [booked] = await orm.select({ id: transfer.id }).from(transfer).where(eq(transfer.amount, amount));
  const settlesAt = new Date(service.ctx.clock.now().getTime() + 86_400_000);
  const row = { transferId: booked?.id ?? "", memberId: anna.id, asset: "usdt-trc20", amount, settlesAt };
  await orm.insert(walletSettling).values(row);
}

test("a payment that is not covered leaves the draft as it was", async () => {
  await deposit(20_000000n);
  const order = await draft("30");
  expect((await askToPay(service, anna, order)).problem()).toMatchObject({ status: 422, code: "insufficient_funds" });
  const tracked = (await service.call("exchangeTrack", { query: { ref: order.ref }, token: order.token })).reply().data;
  expect(tracked).toMatchObject({ status: "draft", payin: { method: null } });
  await deposit(10_000000n);
  expect((await pay(order, "again")).status).toBe(200);
});

test("a payment is made once, however often it is asked for", async () => {
  await deposit(100_000000n);
  const order = await draft("30");
  const more = await confirmationOf(service, anna, order);
  const answers = await Promise.all([1, 2, 3].map((nth) => askToPay(service, anna, order, more, `key-${nth}`)));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await askToPay(service, anna, order, more, "later")).status).toBe(200);
  expect(await figures(service, anna)).toMatchObject({ posted: "70.000000" });
});

test("only the signed-in owner of an order pays it from a wallet", async () => {
  await deposit(100_000000n);
  const eve = await signedUp(service, "eve@example.com");
  const order = await draft("30");
  const notAllowed = { errors: [{ pointer: "/pay_with", code: "not_allowed" }] };
  expect((await askToPay(service, null, order)).problem()).toMatchObject({ code: "unauthenticated" });
  expect((await askToPay(service, eve, order)).problem()).toMatchObject(notAllowed);
  expect((await askToPay(service, eve, { ...order, token: "" })).problem()).toMatchObject({ code: "not_found" });
  expect((await askToPay(service, anna, await draft("30", null))).problem()).toMatchObject(notAllowed);
  expect(await figures(service, anna)).toMatchObject({ posted: "100.000000" });
});

test("a draft that was sent money otherwise is not paid from the wallet as well", async () => {
  await deposit(100_000000n);
  const order = await draft("30");
  const sent = { rail: "sandbox-tron", railPaymentId: "early", asset: "usdt-trc20", amount: 30_000000n, railFee: 0n };
  const payment = { ...sent, confirmations: 1, required: 20 };
  await applyEvent(service.ctx, order.ref, { name: "payment_seen", payment }, "rail");
  const more = await confirmationOf(service, anna, order);
  const notAllowed = { errors: [{ pointer: "/pay_with", code: "not_allowed" }] };
  expect((await askToPay(service, anna, order, more)).problem()).toMatchObject(notAllowed);
  expect(await figures(service, anna)).toMatchObject({ posted: "100.000000" });
});

test("what freezes withdrawals freezes paying from a wallet", async () => {
  await deposit(100_000000n);
  const until = new Date(service.ctx.clock.now().getTime() + 1000);
  await service.ctx.db.orm
    .update(memberTable)
    .set({ withdrawalsFrozenUntil: until })
    .where(eq(memberTable.id, anna.id));
  const order = await draft("30");
  expect((await askToPay(service, anna, order)).problem()).toMatchObject({ status: 423, code: "withdrawals_frozen" });
  await service.pass(2);
  expect((await pay(order, "later")).status).toBe(200);
});
