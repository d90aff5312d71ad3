import type { OrderCondition, OrderStatus } from "../../../contract/order/order-states.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";

/**
 * How much of an asset's reserve executed orders without a payment may hold, in percent of it. `network`, `email` and
 * `member`: what one of them may hold at once; `day`: what it may leave unpaid in a day, open orders included. `firm`:
 * above this share of the reserve for all, orders get the short payment window and each at most `left` of what is free.
 * `orders`: how many an email or a member may have open at once; a network, which many share, four times as many.
 */
export type UnpaidLimits = Readonly<
  Record<"network" | "email" | "member" | "day" | "firm" | "left" | "orders", number>
>;

export const usualUnpaidLimits: UnpaidLimits = {
  network: 20,
  email: 10,
  member: 10,
  day: 50,
  firm: 50,
  left: 50,
  orders: 5,
};

/** A network is an address block, an email or a member belongs to a person. */
export type UnpaidParty = "network" | "email" | "member";

/** What one party of an order holds without that order, in minor units of the payout asset. */
export type PartyUsage = {
  party: UnpaidParty;
  held: bigint;
  /** Open unpaid orders, whatever they pay out. */
  orders: number;
  /** Executed today and not paid. */
  today: bigint;
  /** When the first of its holds ends. */
  until: Date | null;
};

/** The reserve without this order: all of it, what is promised to any order, and what unpaid orders hold of that. */
export type UnpaidUsage = {
  reserve: bigint;
  promised: bigint;
  unpaid: bigint;
  /** When the first unpaid hold of the asset ends. */
  until: Date | null;
  parties: readonly PartyUsage[];
};

/** The payment window of an order that may be executed. */
export type PayWindow = "usual" | "short";

/**
 * Whether an order may hold `amount` of the reserve before it is paid, and for how long. A party's first unpaid order is
 * refused for no share; only the number of orders and a scarce reserve may refuse it, and not where nothing is held
 * unpaid. Refuses with `unpaid_limit` and the seconds until the next hold ends. See docs/decisions/140.
 */
export function payWindowFor(limits: UnpaidLimits, usage: UnpaidUsage, amount: bigint, now: Date): PayWindow | Refusal {
  const { reserve, promised, unpaid, parties } = usage;
  for (const { party, held, orders, today, until } of parties) {
    const isOver = held > 0n && isAbove(held + amount, limits[party], reserve);
    if (orders >= ordersOf(limits, party) || isOver) return refuseUntil(until, now);
    if (today > 0n && isAbove(today + amount, limits.day, reserve)) return refuseUntil(tomorrow(now), now);
  }
  const isScarce = unpaid > 0n && isAbove(unpaid + amount, limits.firm, reserve);
  if (isScarce && isAbove(amount, limits.left, reserve - promised)) return refuseUntil(usage.until, now);
  const isCrowded = parties.some(
    ({ party, held }) => held > 0n && isAbove(2n * (held + amount), limits[party], reserve),
  );
  return isScarce || isCrowded ? "short" : "usual";
}

/** An order that holds its reserve without a payment of the agreed amount: none, or too little, or in another asset. */
export function isUnpaid({ status, condition, reserveHoldId }: HeldOrder): boolean {
  if (reserveHoldId === null) return false;
  return isOneOf(unpaidWaiting, status) || (status === "on_hold" && isOneOf(unpaidOnHold, condition));
}

/** Statuses without a payment, and conditions of an order on hold for another payment than agreed. */
export const unpaidWaiting = ["awaiting_payment", "payment_reported"] as const satisfies OrderStatus[];
export const unpaidOnHold = ["none", "partial", "wrong_asset"] as const satisfies OrderCondition[];
const isOneOf = (names: readonly string[], name: string) => names.includes(name);

type HeldOrder = { status: OrderStatus; condition: OrderCondition; reserveHoldId: string | null };

const perNetwork = 4;
const ordersOf = ({ orders }: UnpaidLimits, party: UnpaidParty) => (party === "network" ? perNetwork : 1) * orders;

/** Percentages have at most two decimals. */
const isAbove = (amount: bigint, percent: number, whole: bigint) =>
  amount * 10_000n > whole * BigInt(Math.round(percent * 100));

function refuseUntil(until: Date | null, now: Date): Refusal {
  const seconds = until === null ? 0 : Math.ceil((until.getTime() - now.getTime()) / 1000);
  return refuse("unpaid_limit", { extra: { retry_after_seconds: Math.max(seconds, leastWaitSeconds) } });
}

/** A hold whose time is over ends with the next sweep. */
const leastWaitSeconds = 60;
const dayMs = 24 * 60 * 60 * 1000;
const tomorrow = (now: Date) => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
