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
export type DecisionDraft = {
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

export function draftDecision(facts: OrderFacts): DecisionDraft {
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

export function decisionOf(draft: DecisionDraft): Decision {
  const { facts, order, bookings, tasks, credited, takenBack, note } = draft;
  return {
    target: order.status,
    order: { ...order, version: facts.order.version + 1, updatedAt: facts.now },
    payments: changed(draft.payments, facts.payments),
    outgoing: changed(draft.outgoing, facts.outgoing),
    bookings,
    entries: draft.entries,
    tasks,
    credited,
    takenBack,
    note,
    isQuiet: false,
  };
}

export function moveTo(draft: DecisionDraft, status: OrderStatus): undefined {
  draft.order.status = status;
}

/** Adds a task once: two rules may both find that the payout must continue. */
export function addTask(draft: DecisionDraft, task: OrderTask): undefined {
  if (!draft.tasks.some((listedTask) => JSON.stringify(listedTask) === JSON.stringify(task))) draft.tasks.push(task);
}

export const later = (draft: DecisionDraft, seconds: number) => new Date(draft.facts.now.getTime() + seconds * 1000);

export function assetOf(draft: DecisionDraft, id: string): AssetFacts {
  const asset = draft.facts.assets[id];
  if (!asset) throw new Error(`Unknown asset: ${id}`);
  return asset;
}

/** The rail that pays out an asset. Without one it is a name at which nothing lies, so that what needs the rail waits. */
export const payingRailOf = (draft: DecisionDraft, asset: string): string => assetOf(draft, asset).payoutRail ?? "";

/** Moves value at once. A zero amount books nothing. */
export function post(
  draft: DecisionDraft,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): undefined {
  if (movement.amount === 0n) return;
  const booking = { do: "post", ...withId(draft, purpose, movement) } as const;
  draft.bookings.push(booking);
  addEntry(draft, "posted", booking);
}

/** Books what a rail has taken already: never refused; the reserve bears it, then the shortfall account. */
export function forced(
  draft: DecisionDraft,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): undefined {
  if (movement.amount === 0n) return;
  const booking = { do: "forced", ...withId(draft, purpose, movement) } as const;
  draft.bookings.push(booking);
  addEntry(draft, "posted", booking);
}

/** Reserves value and returns the hold's id. `leave`: what must stay available at the debit account. */
export function hold(
  draft: DecisionDraft,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
  leave = 0n,
): string {
  const booking = { do: "hold", ...withId(draft, purpose, movement), ...(leave > 0n ? { leave } : {}) } as const;
  draft.bookings.push(booking);
  addEntry(draft, "pending", booking);
  return booking.id;
}

/** Settles a hold wholly or in part and voids the rest. */
export function settle(draft: DecisionDraft, pendingId: string, amount: bigint): undefined {
  const pending = pendingHold(draft, pendingId);
  const id = `${pendingId}:post`;
  draft.bookings.push({ do: "settle", id, pendingId, amount });
  draft.entries.push({ ...pending, id, kind: "post", amount, pendingId });
  release(draft, pending, pending.amount - amount);
  creditReserve(draft, pending.credit, pending.asset, amount);
}

export function voidHold(draft: DecisionDraft, pendingId: string): undefined {
  const pending = pendingHold(draft, pendingId);
  const id = `${pendingId}:void`;
  draft.bookings.push({ do: "void", id, pendingId });
  draft.entries.push({ ...pending, id, kind: "void", pendingId });
  release(draft, pending, pending.amount);
}

/** The customer's balance on each side of the order. */
export const fromAccount = (draft: DecisionDraft) => accounts.order(draft.order.ref, draft.order.fromAsset);
export const toAccount = (draft: DecisionDraft) => accounts.order(draft.order.ref, draft.order.toAsset);
export const fromBalance = (draft: DecisionDraft) => balanceOf(draft.entries, fromAccount(draft));
export const toBalance = (draft: DecisionDraft) => balanceOf(draft.entries, toAccount(draft));
export const toAvailable = (draft: DecisionDraft) => availableAt(draft.entries, toAccount(draft));

/** The customer's account for an asset: the order's own side, or the one for a wrong asset. */
export function customerAccount(draft: DecisionDraft, asset: string): string {
  const { ref, fromAsset } = draft.order;
  return asset === fromAsset ? accounts.order(ref, asset) : accounts.orderWrong(ref, asset);
}

export function reserveOf(draft: DecisionDraft, asset: string): ReserveFacts {
  draft.reserves[asset] ??= { available: 0n, shortfall: 0n, elsewhere: 0n };
  return draft.reserves[asset];
}

/** Ids are built from order, version and purpose, so the same decision books the same transfers. */
function withId(
  draft: DecisionDraft,
  purpose: string,
  movement: Omit<TransferRequest, "id" | "orderRef">,
): TransferRequest {
  const { ref, version } = draft.facts.order;
  const id = purpose.includes(":") ? purpose : `${ref}:${version}:${purpose}`;
  return { id, orderRef: ref, ...movement };
}

function addEntry(draft: DecisionDraft, kind: "posted" | "pending", movement: TransferRequest): undefined {
  const { id, debit, credit, asset, amount, code } = movement;
  draft.entries.push({ id, kind, debit, credit, asset, amount, code, pendingId: null });
  if (debit === accounts.reserve(asset)) reserveOf(draft, asset).available -= amount;
  if (kind !== "posted") return;
  creditReserve(draft, credit, asset, amount);
  if (isAtDeposits(debit)) reserveOf(draft, asset).elsewhere += amount;
  if (isAtDeposits(credit)) reserveOf(draft, asset).elsewhere -= amount;
}

/** Money returning to the reserve first repays its shortfall. */
function creditReserve(draft: DecisionDraft, account: string, asset: string, amount: bigint): undefined {
  if (account !== accounts.reserve(asset)) return;
  const reserve = reserveOf(draft, asset);
  reserve.available += amount;
  const repaid = smaller(reserve.available > 0n ? reserve.available : 0n, reserve.shortfall);
  reserve.available -= repaid;
  reserve.shortfall -= repaid;
}

function release(draft: DecisionDraft, pending: OrderEntry, amount: bigint): undefined {
  if (amount > 0n) creditReserve(draft, pending.debit, pending.asset, amount);
}

function pendingHold(draft: DecisionDraft, pendingId: string): OrderEntry {
  const pending = openHolds(draft.entries).find((entry) => entry.id === pendingId);
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
