import { beforeEach, describe, expect, test } from "vitest";
import { outgoing, payoutGuard } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { customerEmail, paypalAccount, tronAddress } from "../../support/orders/example-customer.ts";
import {
  acceptedDraft,
  executeDraft,
  executedOrder,
  type OrderKey,
  paypalToUsdt,
  track,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { operate, payExactly } from "../../support/screening/asked-exchange.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { depositStatuses, report, walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, movementOf, readyMember } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const sender = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
const block = ([kind, value]: readonly [kind: string, value: string]) =>
  operate(service, "blocklist add", { kind, value });
/** Of which direction, and what of it is blocked: who pays, who is paid, and whom a refund would go to. */
const blocked = [
  [usdtToPaypal, ["email", customerEmail]],
  [usdtToPaypal, ["name", "Ivanova Anna"]],
  [usdtToPaypal, ["paypal", paypalAccount]],
  [usdtToPaypal, ["address", tronAddress]],
  [paypalToUsdt, ["paypal", paypalAccount]],
  [paypalToUsdt, ["address", tronAddress]],
] as const;

const isHeld = async (order: OrderKey) =>
  expect(await track(service, order)).toMatchObject({ status: "on_hold", hold: { reason: "aml_check" } });
const nothingSent = async () => expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
const executed = (input: typeof usdtToPaypal | typeof paypalToUsdt) => executedOrder(service, input);

/** What the rail reports of a payment of exactly the order's amount. */
async function reportPayment({ ref }: OrderKey, name: "payment_seen" | "payment_final", from: string | null = null) {
  const row = await rowOf(service, ref);
  const asset = { rail: row.payinRail ?? "", asset: row.fromAsset, amount: row.fromAmount, railFee: 0n };
  const confirmations = name === "payment_final" ? 20 : 1;
  const payment = { ...asset, railPaymentId: "tx1", confirmations, required: 20, ...(from && { sender: from }) };
  await applyEvent(service.ctx, ref, { name, payment }, "rail");
  await service.runJobs();
}

test.each(blocked)(
  "of an order of %j, the block %j that is added between two steps holds it at the next one",
  async (input, value) => {
    const accepted = await acceptedDraft(service, input);
    const [unpaid, seen, paid] = [await executed(input), await executed(input), await executed(input)];
    await reportPayment(seen, "payment_seen");
    await operate(service, "payouts stop");
    await payExactly(service, paid);
    await block(value);
    expect(refused(await executeDraft(service, accepted))).toEqual({ status: 403, code: "contact_support" });
    await payExactly(service, unpaid);
    await isHeld(unpaid);
    await reportPayment(seen, "payment_final");
    await isHeld(seen);
    await operate(service, "payouts go");
    await service.runJobs();
    expect(await service.ctx.db.orm.select().from(payoutGuard)).toMatchObject([
      { state: "held", why: "blocked_party" },
    ]);
    expect(await verify(service.ctx.db)).toEqual([]);
  },
);

describe("a blocked sender", () => {
  test("holds the order that it pays", async () => {
    await block(["address", sender]);
    const order = await executedOrder(service);
    await reportPayment(order, "payment_final", sender);
    await isHeld(order);
    await nothingSent();
  });

  test("that is blocked while its payment is on its way holds it, too", async () => {
    const order = await executedOrder(service);
    await reportPayment(order, "payment_seen", sender);
    await block(["address", sender]);
    await reportPayment(order, "payment_final", sender);
    await isHeld(order);
  });

  test("or a blocked member, between a deposit and its credit, holds the deposit", async () => {
    for (const [email, value] of [
      ["anna@example.com", ["address", sender]],
      ["boris@example.com", ["email", "boris@example.com"]],
    ] as const) {
      const { member, address } = await walletOf(service, email);
      const railPaymentId = `of ${email}`;
      await report(service, address, { railPaymentId, state: "seen", sender, confirmations: 1 });
      await block(value);
      await report(service, address, { railPaymentId, state: "final", sender });
      expect(await depositStatuses(service, member)).toEqual(["checking"]);
    }
    expect(await verify(service.ctx.db)).toEqual([]);
  });
});

test.each([
  ["email", "anna@example.com"],
  ["address", tronAddress],
] as const)("a block of an %s, added before a confirmed withdrawal leaves, holds it", async (kind, value) => {
  const member = await readyMember(service);
  await operate(service, "payouts stop");
  const { id } = await confirmed(service, member);
  await block([kind, value]);
  await operate(service, "payouts go");
  await service.runJobs();
  expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "blocked_party" });
});
