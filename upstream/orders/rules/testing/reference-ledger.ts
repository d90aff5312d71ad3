import { accountRule, accounts, type Booking, type TransferRequest } from "../../../ledger/rules/booking.ts";
import { isAllowed } from "../../../ledger/rules/flows.ts";
import type { OrderEntry } from "../../../ledger/rules/order-ledger.ts";

type Sums = { debitsPosted: bigint; creditsPosted: bigint; debitsPending: bigint; creditsPending: bigint };
export type ReferenceTransfer = OrderEntry & { orderRef: string | null };
export type ReferenceLedger = {
  accounts: Map<string, Sums>;
  transfers: ReferenceTransfer[];
};

/**
 * An in-memory ledger, written independently from the contract so that it can disagree with the service. It has no
 * transactions: a refused booking throws, and the caller discards its copy.
 */
export function emptyLedger(): ReferenceLedger {
  return { accounts: new Map(), transfers: [] };
}

export const copyOf = (ledger: ReferenceLedger): ReferenceLedger => structuredClone(ledger);

class ReferenceRefusal extends Error {}

export function bookInto(ledger: ReferenceLedger, bookings: readonly Booking[]): void {
  const touched = new Set<string>();
  for (const booking of bookings) {
    if ("debit" in booking && !isAllowed(booking.do, booking))
      throw new Error(`${booking.id}: ${booking.code} may not go from ${booking.debit} to ${booking.credit}`);
    switch (booking.do) {
      case "post":
      case "hold":
        demand(ledger, booking);
        enter(ledger, booking, booking.do === "post" ? "posted" : "pending");
        break;
      case "forced":
        bookForced(ledger, booking);
        break;
      case "settle":
      case "void":
        end(ledger, booking);
        break;
    }
    touched.add("asset" in booking ? booking.asset : (find(ledger, booking.pendingId)?.asset ?? ""));
  }
  for (const asset of touched) repay(ledger, asset);
}

/** Balance without holds, on the account's normal side. */
export function posted(ledger: ReferenceLedger, id: string): bigint {
  const sums = sumsOf(ledger, id);
  const credits = sums.creditsPosted - sums.debitsPosted;
  return accountRule(id).normal === "credit" ? credits : -credits;
}

/** Available balance: open holds are deducted. */
export function available(ledger: ReferenceLedger, id: string): bigint {
  const sums = sumsOf(ledger, id);
  const pending = accountRule(id).normal === "credit" ? sums.debitsPending : sums.creditsPending;
  return posted(ledger, id) - pending;
}

export function openHolds(ledger: ReferenceLedger): ReferenceTransfer[] {
  const ended = new Set(ledger.transfers.map(({ pendingId }) => pendingId));
  return ledger.transfers.filter(({ id, kind }) => kind === "pending" && !ended.has(id));
}

function demand(ledger: ReferenceLedger, { debit, credit, amount, id }: TransferRequest): void {
  if (amount <= 0n) throw new Error(`${id} moves nothing`);
  if (ledger.transfers.some((transfer) => transfer.id === id)) throw new Error(`${id} is booked twice`);
  const payerIsShort = accountRule(debit).floor === "available" && available(ledger, debit) < amount;
  const railIsShort = credit.startsWith("assets:") && available(ledger, credit) < amount;
  if (payerIsShort || railIsShort) throw new ReferenceRefusal(`${id}: ${payerIsShort ? debit : credit} is short`);
}

function enter(ledger: ReferenceLedger, movement: TransferRequest, kind: "posted" | "pending"): void {
  const { id, debit, credit, asset, amount, code, orderRef = null } = movement;
  ledger.transfers.push({ id, kind, debit, credit, asset, amount, code, pendingId: null, orderRef });
  const column = kind === "posted" ? "Posted" : "Pending";
  sumsOf(ledger, debit)[`debits${column}`] += amount;
  sumsOf(ledger, credit)[`credits${column}`] += amount;
}

function bookForced(ledger: ReferenceLedger, fact: TransferRequest): void {
  if (ledger.transfers.some((transfer) => transfer.id === fact.id)) throw new Error(`${fact.id} is booked twice`);
  const reach = accountRule(fact.debit).floor === "available" ? available(ledger, fact.debit) : fact.amount;
  const covered = reach < fact.amount ? reach : fact.amount;
  if (covered > 0n) enter(ledger, { ...fact, amount: covered }, "posted");
  const lost = {
    ...fact,
    id: `${fact.id}:shortfall`,
    debit: accounts.shortfall(fact.asset),
    amount: fact.amount - covered,
  };
  if (lost.amount > 0n) enter(ledger, lost, "posted");
}

function end(ledger: ReferenceLedger, booking: Extract<Booking, { do: "settle" | "void" }>): void {
  const pending = find(ledger, booking.pendingId);
  if (!pending) throw new Error(`${booking.id} ends a promise that nobody made`);
  if (!openHolds(ledger).includes(pending)) throw new Error(`${booking.pendingId} is ended twice`);
  const amount = booking.do === "settle" ? booking.amount : 0n;
  if (amount < 0n || amount > pending.amount || (booking.do === "settle" && amount === 0n)) {
    throw new Error(`${booking.id} takes ${amount} of ${pending.amount}`);
  }
  sumsOf(ledger, pending.debit).debitsPending -= pending.amount;
  sumsOf(ledger, pending.credit).creditsPending -= pending.amount;
  sumsOf(ledger, pending.debit).debitsPosted += amount;
  sumsOf(ledger, pending.credit).creditsPosted += amount;
  const kind = booking.do === "settle" ? ("post" as const) : ("void" as const);
  const recorded = kind === "post" ? amount : pending.amount;
  ledger.transfers.push({ ...pending, id: booking.id, kind, amount: recorded, pendingId: pending.id });
}

function repay(ledger: ReferenceLedger, asset: string): void {
  const [reserve, shortfall] = [accounts.reserve(asset), accounts.shortfall(asset)];
  const free = available(ledger, reserve);
  const missing = posted(ledger, shortfall);
  const amount = free < missing ? free : missing;
  if (amount <= 0n) return;
  const id = `repayment:${ledger.transfers.length}`;
  enter(ledger, { id, debit: reserve, credit: shortfall, asset, amount, code: "shortfall" }, "posted");
}

const find = (ledger: ReferenceLedger, id: string) => ledger.transfers.find((transfer) => transfer.id === id);

function sumsOf(ledger: ReferenceLedger, id: string): Sums {
  const accountSums = ledger.accounts.get(id);
  if (accountSums) return accountSums;
  const fresh = { debitsPosted: 0n, creditsPosted: 0n, debitsPending: 0n, creditsPending: 0n };
  ledger.accounts.set(id, fresh);
  return fresh;
}
