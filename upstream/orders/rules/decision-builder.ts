import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { accounts, type Booking, isAtDeposits, type TransferRequest } from "../../ledger/rules/booking.ts";
import { availableAt, balanceOf, type OrderEntry, openHolds } from "../../ledger/rules/order-ledger.ts";
import { smaller } from "../../shared/rules/smaller.ts";
import type { Decision, OrderTask } from "./decision.ts";
import type { AssetFacts, OrderFacts, OrderState, OutgoingFact, PaymentFact, ReserveFacts } from "./order-facts.ts";

/**
 * One decision in progress: copies of the facts that the rules change, so that a later rule sees the effects of an
 * earlier one, balances included. `facts` stays unchanged.
 */
export type DecisionBuilder = {
  readonly facts: OrderFacts;
  order: OrderState;
  payments: PaymentFact[];
  outgoing: OutgoingFact[];
  entries: OrderEntry[];
  reserves: Record<string, ReserveFacts>;
  bookings: Booking[];
  tasks: OrderTask[];
  credited: Decision["credited"];
  takenBack: Decision["takenBack"];
  note: string | null;
};

export function startDecision(facts: OrderFacts): DecisionBuilder {
  const { order, payments, outgoing, entries, reserves } = structuredClone({
    order: facts.order,
    payments: facts.payments,
    outgoing: facts.outgoing,
    entries: facts.entries,
    reserves: facts.reserves,
  });
  const nothing = { bookings: [], tasks: [], credited: [], takenBack: [], note: null };
  return { facts, order, payments, outgoing, entries, reserves, ...nothing };
}

export function decisionOf(decision: DecisionBuilder): Decision {
  const { facts, order, bookings, tasks, credited, takenBack, note } = decision;
  return {
    target: order.status,
    order: { ...order, version: facts.order.version + 1, updatedAt: facts.now },
    payments: changed(decision.payments, facts.payments),
    outgoing: changed(decision.outgoing, facts.outgoing),
    bookings,
    entries: decision.entries,
    tasks,
    credited,
    takenBack,
    note,
    isQuiet: false,
  };
}

export function moveTo(decision: DecisionBuilder, status: OrderStatus): undefined {
  decision.order.status = status;
}

/** Adds a task once: two rules may both find that the payout must continue. */
export function addTask(decision: DecisionBuilder, task: OrderTask): undefined {
  if (!decision.tasks.some((listedTask) => JSON.stringify(listedTask) === JSON.stringify(task)))
    decision.tasks.push(task);
}

export const later = (decision: DecisionBuilder, seconds: number) =>
  new Date(decision.facts.now.getTime() + seconds * 1000);

export function assetOf(decision: DecisionBuilder, id: string): AssetFacts {
  const asset = decision.facts.assets[id];
  if (!asset) throw new Error(`Unknown asset: ${id}`);
  return asset;
}

/** The rail that pays out an asset. Without one it is a name at which nothing lies, so that what needs the rail waits. */
export const payingRailOf = (decision: DecisionBuilder, asset: string): string =>
  assetOf(decision, asset).payoutRail ?? "";

/** Moves value at once. A zero amount books nothing. */
export function post(
  decision: DecisionBuilder,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): undefined {
  if (movement.amount === 0n) return;
  const booking = { do: "post", ...withId(decision, purpose, movement) } as const;
  decision.bookings.push(booking);
  addEntry(decision, "posted", booking);
}

/** Books what a rail has taken already: never refused; the reserve bears it, then the shortfall account. */
export function forced(
  decision: DecisionBuilder,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): undefined {
  if (movement.amount === 0n) return;
  const booking = { do: "forced", ...withId(decision, purpose, movement) } as const;
  decision.bookings.push(booking);
  addEntry(decision, "posted", booking);
}

/** Reserves value and returns the hold's id. `leave`: what must stay available at the debit account. */
export function hold(
  decision: DecisionBuilder,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
  leave = 0n,
): string {
  const booking = { do: "hold", ...withId(decision, purpose, movement), ...(leave > 0n ? { leave } : {}) } as const;
  decision.bookings.push(booking);
  addEntry(decision, "pending", booking);
  return booking.id;
}

/** Settles a hold wholly or in part and voids the rest. */
export function settle(decision: DecisionBuilder, pendingId: string, amount: bigint): undefined {
  const pending = pendingHold(decision, pendingId);
  const id = `${pendingId}:post`;
  decision.bookings.push({ do: "settle", id, pendingId, amount });
  decision.entries.push({ ...pending, id, kind: "post", amount, pendingId });
  release(decision, pending, pending.amount - amount);
  creditReserve(decision, pending.credit, pending.asset, amount);
}

export function voidHold(decision: DecisionBuilder, pendingId: string): undefined {
  const pending = pendingHold(decision, pendingId);
  const id = `${pendingId}:void`;
  decision.bookings.push({ do: "void", id, pendingId });
  decision.entries.push({ ...pending, id, kind: "void", pendingId });
  release(decision, pending, pending.amount);
}

/** The customer's balance on each side of the order. */
export const fromAccount = (decision: DecisionBuilder) => accounts.order(decision.order.ref, decision.order.fromAsset);
export const toAccount = (decision: DecisionBuilder) => accounts.order(decision.order.ref, decision.order.toAsset);
export const fromBalance = (decision: DecisionBuilder) => balanceOf(decision.entries, fromAccount(decision));
export const toBalance = (decision: DecisionBuilder) => balanceOf(decision.entries, toAccount(decision));
export const toAvailable = (decision: DecisionBuilder) => availableAt(decision.entries, toAccount(decision));

/** The customer's account for an asset: the order's own side, or the one for a wrong asset. */
export function customerAccount(decision: DecisionBuilder, asset: string): string {
  const { ref, fromAsset } = decision.order;
  return asset === fromAsset ? accounts.order(ref, asset) : accounts.orderWrong(ref, asset);
}

export function reserveOf(decision: DecisionBuilder, asset: string): ReserveFacts {
  decision.reserves[asset] ??= { available: 0n, shortfall: 0n, elsewhere: 0n };
  return decision.reserves[asset];
}

/** Ids are built from order, version and purpose, so the same decision books the same transfers. */
function withId(
  decision: DecisionBuilder,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): TransferRequest {
  const { ref, version } = decision.facts.order;
  const id = purpose.includes(":") ? purpose : `${ref}:${version}:${purpose}`;
  return { id, orderRef: ref, ...movement };
}

function addEntry(decision: DecisionBuilder, kind: "posted" | "pending", movement: TransferRequest): undefined {
  const { id, debit, credit, asset, amount, code } = movement;
  decision.entries.push({ id, kind, debit, credit, asset, amount, code, pendingId: null });
  if (debit === accounts.reserve(asset)) reserveOf(decision, asset).available -= amount;
  if (kind !== "posted") return;
  creditReserve(decision, credit, asset, amount);
  if (isAtDeposits(debit)) reserveOf(decision, asset).elsewhere += amount;
  if (isAtDeposits(credit)) reserveOf(decision, asset).elsewhere -= amount;
}

/** Money returning to the reserve first repays its shortfall. */
function creditReserve(decision: DecisionBuilder, account: string, asset: string, amount: bigint): undefined {
  if (account !== accounts.reserve(asset)) return;
  const reserve = reserveOf(decision, asset);
  reserve.available += amount;
  const repaid = smaller(reserve.available > 0n ? reserve.available : 0n, reserve.shortfall);
  reserve.available -= repaid;
  reserve.shortfall -= repaid;
}

function release(decision: DecisionBuilder, pending: OrderEntry, amount: bigint): undefined {
  if (amount > 0n) creditReserve(decision, pending.debit, pending.asset, amount);
}

function pendingHold(decision: DecisionBuilder, pendingId: string): OrderEntry {
  const pending = openHolds(decision.entries).find((entry) => entry.id === pendingId);
  if (!pending) throw new Error(`The hold ${pendingId} is not open`);
  return pending;
}

/** Compares by value, since a rule may replace a row by an equal one. */
function changed<Row extends { id: string }>(rows: Row[], before: Row[]): Row[] {
  const fingerprints = new Map(before.map((row) => [row.id, fingerprint(row)]));
  return rows.filter((row) => fingerprints.get(row.id) !== fingerprint(row));
}

const fingerprint = (row: object) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
