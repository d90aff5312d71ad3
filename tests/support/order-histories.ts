import type { OrderStatus } from "../../contract/order-states.ts";
import { isDecision } from "../../upstream/domain/decide.ts";
import { type OrderEvent, type OrderEventName, orderEvents } from "../../upstream/domain/order-event.ts";
import { brokenTruths, leftOf } from "./ledger-truths.ts";
import {
  drain,
  execute,
  executeInvoice,
  fund,
  happen,
  type OrderWorld,
  paying,
  paypalToUsdt,
  usdtToPaypal,
  wait,
  worldOf,
} from "./order-world.ts";

/** One throw of the dice: which thing happens, and two numbers to choose its particulars by. */
export type Throw = { what: number; one: number; two: number };

/** Where each event led, `status event target`; filled by the histories that are played. */
export type Seen = Set<string>;

export const finalStatuses: readonly OrderStatus[] = [
  "completed",
  "refunded",
  "failed",
  "charged_back",
  "expired",
  "cancelled",
];

/** A history from a draft: dice, then everything is brought to its end. Answers what was wrong, in words. */
export function playHistory(throws: Throw[], seen: Seen): string[] {
  const world = worldOf((throws[0]?.one ?? 0) % 2 === 0 ? usdtToPaypal : paypalToUsdt);
  const faults: string[] = [];
  const step = (event: OrderEvent) => faults.push(...stepOf(world, event, seen));
  if ((throws[0]?.two ?? 0) % 10 !== 0) step(executeEvent(world));
  for (const dice of throws) {
    const event = eventBy(world, dice);
    if (event) step(event);
    else changeSurroundings(world, dice);
    if (faults.length > 0) return faults;
  }
  for (let left = 80; left > 0 && !isEnded(world); left -= 1) {
    step(towardsTheEnd(world, left));
    if (faults.length > 0) return faults;
  }
  return isEnded(world) ? leftOf(world.ledger, world.order.ref) : [`never ends: ${world.order.status}`];
}

function stepOf(world: OrderWorld, event: OrderEvent, seen: Seen): string[] {
  const before = world.order.status;
  const answer = happen(world, event);
  if (!isDecision(answer)) return [];
  const { status } = world.order;
  if (!answer.isQuiet) seen.add(`${before} ${event.name} ${status}`);
  const left = finalStatuses.includes(status) ? leftOf(world.ledger, world.order.ref) : [];
  const early = finalStatuses.includes(status) && world.payments.some((payment) => payment.status === "seen");
  const told = [...brokenTruths(world.ledger), ...left, ...(early ? ["ended with a payment on its way"] : [])];
  return told.map((fault) => `${before} ${event.name} ${status}: ${fault}`);
}

const isEnded = ({ order }: OrderWorld) => finalStatuses.includes(order.status) && order.disputeFlag === null;

const executeEvent = ({ order }: OrderWorld) => (order.fromAsset.startsWith("paypal") ? executeInvoice : execute);

/** Weighted by repetition: money moves more often than operators do. */
const deck: readonly (OrderEventName | "surroundings")[] = [
  ...orderEvents,
  ...orderEvents.filter((name) => /^(payment|payout|refund|hold|window|accept|exchange|request)/.test(name)),
  ...orderEvents.filter((name) => /^(payment_seen|payment_final|payout_started|payout_done)/.test(name)),
  ...Array.from({ length: 14 }, () => "surroundings" as const),
];

function eventBy(world: OrderWorld, { what, one, two }: Throw): OrderEvent | undefined {
  const name = deck[what % deck.length];
  if (name === undefined || name === "surroundings") return undefined;
  return particulars(world, name, one, two);
}

const minutes = 60;
const waits = [1, 10, 31, 100, 150, 360, 1500, 12_000].map((count) => count * minutes);

function changeSurroundings(world: OrderWorld, { one, two }: Throw): void {
  const { fromAsset, toAsset, rate } = world.order;
  const asset = two % 2 === 0 ? toAsset : fromAsset;
  switch (one % 8) {
    case 0:
    case 1:
    case 2:
      wait(world, pick(waits, two));
      return;
    case 3:
      world.rate = pick([rate, "0.9600", "0.9700", "0.9000", "1.0200", null], two);
      return;
    case 4:
      drain(world, asset, two % 3 === 0 ? 200_00n : 0n);
      return;
    case 5:
    case 6:
      fund(world, asset, world.assets[asset]?.payoutRail ?? "", 10_000_000000n);
      return;
    default:
      world.isPairActive = two % 4 !== 0;
  }
}

function particulars(world: OrderWorld, name: OrderEventName, one: number, two: number): OrderEvent {
  const { order } = world;
  const account = { account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb", memo: null };
  const half = order.received / 2n;
  switch (name) {
    case "execute":
      return executeEvent(world);
    case "payment_seen":
    case "payment_final":
      return { name, payment: paymentBy(world, one, two) };
    case "payment_vanished":
    case "payment_reversed": {
      const { rail, railPaymentId } = paymentBy(world, one, two);
      return { name, rail, railPaymentId };
    }
    case "payout_done":
    case "refund_done": {
      const networkFee = two % 3 === 0 ? { asset: order.fromAsset, amount: 7n } : null;
      return { name, outgoingId: outgoingBy(world, name, one), txId: `tx${world.order.version}`, networkFee };
    }
    case "payout_failed":
    case "refund_failed":
      return { name, outgoingId: outgoingBy(world, name, one), reason: "refused" };
    case "payout_returned": {
      const outgoingId = outgoingBy(world, name, one);
      const amount = world.outgoing.find(({ id }) => id === outgoingId)?.amount ?? 0n;
      return { name, outgoingId, amount: two % 5 === 0 && amount > 1n ? amount / 2n : null };
    }
    case "refunded_at_rail": {
      const payment = world.payments[one % 3];
      const amount = two % 2 === 0 && half > 0n ? half : order.received || order.fromAmount;
      const rail = world.assets[order.fromAsset]?.payoutRail ?? "";
      return { name, rail, refundId: `r${one % 4}`, railPaymentId: payment?.railPaymentId ?? null, amount };
    }
    case "dispute_opened":
      return { name, rail: "paypal", amount: two % 3 === 0 && half > 0n ? half : null };
    case "report_payment":
      return { name, transactionId: "T1", payerAccount: null };
    case "request_refund":
      return { name, refund: one % 2 === 0 ? account : null };
    case "set_refund_address":
      return { name, refund: account };
    case "set_payout_account":
      return { name, account: "other@mail.com" };
    case "submit_info":
      return { name, info: "papers" };
    case "operator_hold":
      return { name, reason: pick(["manual_review", "aml_check", "kyc_required", "new_user_delay"], one), note: "n" };
    case "operator_refund":
      return { name, account: one % 2 === 0 ? "0x52908400098527886E0F7030069857D2E4169EE7" : null, note: "n" };
    case "operator_complete_payout":
      return { name, txId: `hand${order.version}`, note: "n" };
    case "operator_release":
    case "operator_close":
      return { name, note: "n" };
    default:
      return { name };
  }
}

/** The same number is the same payment, so that repetitions, late news and contradictions come up. */
function paymentBy(world: OrderWorld, one: number, two: number) {
  const known = world.payments[one % 5];
  if (known) return paying(world, known.railPaymentId, known.amount, known.asset);
  const { fromAmount, fromAsset } = world.order;
  const isWrong = two % 12 === 0;
  const asset = isWrong ? (fromAsset === "usdt-trc20" ? "usdt-erc20" : "paypal-eur") : fromAsset;
  const share = pick([100n, 100n, 100n, 100n, 60n, 40n, 110n, 250n, 1n], two);
  const amount = (fromAmount * share) / 100n - (two % 7 === 0 ? 1n : 0n);
  return { ...paying(world, `p${world.payments.length}`, isWrong && two % 24 === 0 ? 9_00n : amount, asset) };
}

function outgoingBy(world: OrderWorld, name: string, one: number): string {
  const kind = name.startsWith("payout") ? "payout" : "refund";
  const movements = world.outgoing.filter((movement) => movement.kind === kind);
  return (one % 4 === 0 ? movements[0] : movements.at(-1))?.id ?? "none";
}

/** What reasonable people and honest rails would do now, so that every order must come to an end. */
function towardsTheEnd(world: OrderWorld, left: number): OrderEvent {
  const { order, payments, outgoing } = world;
  for (const asset of [order.fromAsset, order.toAsset, "usdt-erc20", "paypal-eur"]) {
    fund(world, asset, world.assets[asset]?.payoutRail ?? "", 100_000_000000n);
  }
  const seen = payments.find(({ status }) => status === "seen");
  const sending = outgoing.find(({ status }) => status === "sending");
  const ended = { outgoingId: sending?.id ?? "", txId: `t${order.version}`, networkFee: null };
  if (order.status === "sending") return { name: "payout_done", ...ended };
  if (order.disputeFlag !== null) return { name: left % 2 === 0 ? "dispute_won" : "dispute_lost" };
  if (seen) return { name: "payment_final", payment: paying(world, seen.railPaymentId, seen.amount, seen.asset) };
  const refund: OrderEvent = { name: "operator_refund", account: "somewhere", note: "n" };
  switch (order.status) {
    case "draft":
      return { name: "cancel" };
    case "awaiting_payment":
    case "payment_reported":
      wait(world, 90_000);
      return { name: "window_ended" };
    case "processing":
      return { name: "payout_started" };
    case "refunding":
      return { name: "refund_done", ...ended };
    case "refund_pending":
      return left % 2 === 0 ? { name: "refund_started" } : refund;
    case "on_hold":
      return left % 3 === 0 ? refund : { name: "operator_release", note: "n" };
    default:
      return { name: "operator_close", note: "n" };
  }
}

const pick = <Item>(list: readonly Item[], at: number): Item => {
  const item = list[at % list.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};
