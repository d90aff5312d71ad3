import type { OrderStatus } from "../../../../contract/order/order-states.ts";
import { isDecision } from "../decide.ts";
import { targetsOf } from "../machine.ts";
import { type OrderEvent, orderEvents } from "../order-event.ts";
import { cashbackFaults } from "./cashback-truths.ts";
import { depositFaults } from "./deposit-truths.ts";
import { leftOf, violations } from "./ledger-truths.ts";
import { executeEvent, particulars, pick } from "./order-particulars.ts";
import { beginWithWallet } from "./order-wallets.ts";
import {
  apply,
  drain,
  fund,
  type OrderWorld,
  paying,
  paypalToUsdt,
  sweep,
  usdtToPaypal,
  wait,
  worldOf,
} from "./order-world.ts";

/** HISTORIES=10000 is the long run. */
export const historyCount = Number(process.env.HISTORIES ?? 300);

/** One random step: the event, and two numbers that select its payload, its `subject` and `variant`. */
export type Choice = { what: number; one: number; two: number };

/** Where each event led, `status event target`; filled while histories run. */
export type Seen = Set<string>;

export const finalStatuses: readonly OrderStatus[] = [
  "completed",
  "refunded",
  "failed",
  "charged_back",
  "expired",
  "cancelled",
];

/** A history from a draft: random steps, then steps that end it. Returns broken invariants as text. */
export function playHistory(choices: Choice[], seen: Seen): string[] {
  const world = worldOf((choices[0]?.one ?? 0) % 2 === 0 ? usdtToPaypal : paypalToUsdt);
  const faults: string[] = [];
  const step = (event: OrderEvent) => faults.push(...stepOf(world, event, seen));
  const { one: subject = 1, two: variant = 1 } = choices[1] ?? {};
  const withWallet = subject % 3 === 0 ? beginWithWallet(world, variant) : [];
  if (withWallet.length > 0) withWallet.forEach(step);
  else if ((choices[0]?.two ?? 0) % 10 !== 0) step(executeEvent(world, choices[0]?.two ?? 0));
  for (const choice of choices) {
    const event = eventBy(world, choice);
    if (event) step(event);
    else changeSurroundings(world, choice);
    if (choice.two % 4 === 0) sweep(world, world.order.fromAsset);
    if (faults.length > 0) return faults;
  }
  for (let left = 80; left > 0 && !isEnded(world); left -= 1) {
    step(nextEndingEvent(world, left));
    if (faults.length > 0) return faults;
  }
  return isEnded(world) ? leftOf(world.ledger, world.order.ref) : [`never ends: ${world.order.status}`];
}

function stepOf(world: OrderWorld, event: OrderEvent, seen: Seen): string[] {
  const before = world.order.status;
  const result = apply(world, event);
  if (!isDecision(result)) return [];
  const { status } = world.order;
  if (!result.isQuiet) seen.add(`${before} ${event.name} ${status}`);
  const left = finalStatuses.includes(status) ? leftOf(world.ledger, world.order.ref) : [];
  const isExecuted = world.order.payinMethod !== null;
  const early =
    isExecuted && finalStatuses.includes(status) && world.payments.some((payment) => payment.status === "seen");
  const faults = [
    ...violations(world.ledger),
    ...cashbackFaults(world),
    ...depositFaults(world),
    ...left,
    ...(early ? ["ended with a payment on its way"] : []),
  ];
  return faults.map((fault) => `${before} ${event.name} ${status}: ${fault}`);
}

const isEnded = ({ order }: OrderWorld) => finalStatuses.includes(order.status) && order.disputeFlag === null;

/** Mostly events the table allows, so that histories get far; sometimes any event. */
function eventBy(world: OrderWorld, { what, one: subject, two: variant }: Choice): OrderEvent | undefined {
  if (what % 8 === 0) return undefined;
  const allowed = orderEvents.filter((name) => targetsOf(world.order.status, name).length > 0);
  return particulars(world, pick(what % 8 === 1 ? orderEvents : allowed, what >> 3), subject, variant);
}

const minutes = 60;
const waits = [1, 10, 31, 100, 150, 360, 1500, 12_000].map((count) => count * minutes);

function changeSurroundings(world: OrderWorld, { one: subject, two: variant }: Choice): void {
  const { fromAsset, toAsset, rate } = world.order;
  const asset = variant % 2 === 0 ? toAsset : fromAsset;
  switch (subject % 8) {
    case 0:
    case 1:
    case 2:
      wait(world, pick(waits, variant));
      return;
    case 3:
      world.rate = pick([rate, "0.9600", "0.9700", "0.9000", "1.0200", null], variant);
      return;
    case 4:
      drain(world, asset, variant % 3 === 0 ? 200_00n : 0n);
      return;
    case 5:
    case 6:
      fund(world, asset, world.assets[asset]?.payoutRail ?? "", 10_000_000000n);
      return;
    default:
      world.isPairActive = variant % 4 !== 0;
  }
}

/** What cooperative people and rails would do next, so that every order must come to an end. */
function nextEndingEvent(world: OrderWorld, left: number): OrderEvent {
  const { order, payments, outgoing } = world;
  for (const asset of [order.fromAsset, order.toAsset, "usdt-erc20", "paypal-eur"]) {
    fund(world, asset, world.assets[asset]?.payoutRail ?? "", 100_000_000000n);
  }
  const seen = payments.find(({ status }) => status === "seen");
  const sending = outgoing.find(({ status }) => status === "sending");
  const ended = { outgoingId: sending?.id ?? "", txId: `t${order.version}`, networkFee: null };
  if (order.status === "sending") return { name: "payout_done", ...ended };
  const dispute = order.disputes.find(({ state }) => state === "open");
  if (dispute) return { name: left % 2 === 0 ? "dispute_won" : "dispute_lost", caseId: dispute.caseId };
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
