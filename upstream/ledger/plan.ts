import { accounts, type Booking, type Movement } from "../domain/ledger/booking.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import {
  type AccountState,
  applyTransfer,
  availableOf,
  type PromiseState,
  postedOf,
  type TransferRow,
} from "./state.ts";

/** Ledger state of everything the bookings touch; the plan updates it as it proceeds. */
export type Known = {
  accounts: Map<string, AccountState>;
  /** Pending transfers by id, ended ones too. */
  promises: Map<string, PromiseState>;
  /** Transfers booked already, by id. */
  booked: Map<string, TransferRow>;
};

/** Transfers that carry out the bookings, in order, or the refusal of them all. */
export function plan(bookings: readonly Booking[], known: Known): TransferRow[] | Refusal {
  const rows: TransferRow[] = [];
  for (const booking of bookings) {
    const planned = planOne(booking, known);
    if ("refused" in planned) return planned;
    for (const row of planned) rows.push(move(row, known));
  }
  // The shortfall is repaid from what the reserve has left after all bookings.
  for (const [asset, cause] of new Map(rows.map((row) => [row.asset, row.id]))) {
    const repayment = repay(asset, cause, known);
    if (repayment !== undefined) rows.push(move(repayment, known));
  }
  return rows;
}

function planOne(booking: Booking, known: Known): TransferRow[] | Refusal {
  switch (booking.do) {
    case "post":
    case "hold": {
      const row = rowOf(booking.do === "post" ? "posted" : "pending", booking);
      if (isBooked(row, known)) return [];
      return lacking(booking, known) ?? [row];
    }
    case "forced":
      return takeFact(booking, known);
    case "settle":
      return settle(booking.id, booking.pendingId, booking.amount, known);
    case "void":
      return settle(booking.id, booking.pendingId, 0n, known);
  }
}

/** The refusal of a normal movement when one side has too little. */
function lacking(movement: Movement, known: Known): Refusal | undefined {
  const payer = find(known, movement.debit);
  if (payer.normal === "credit" && availableOf(payer) < movement.amount) {
    return refuse(movement.debit === accounts.reserve(movement.asset) ? "reserve_insufficient" : "insufficient_funds");
  }
  // Money that leaves a rail must be there.
  const source = find(known, movement.credit);
  if (source.normal === "debit" && availableOf(source) < movement.amount) return refuse("reserve_insufficient");
  return undefined;
}

/** Takes from the payer what it can cover; the rest goes to the shortfall account, which the reserve repays. */
function takeFact(fact: Movement, known: Known): TransferRow[] {
  const restId = `${fact.id}:shortfall`;
  if (known.booked.has(fact.id) || known.booked.has(restId)) return [];
  const payer = find(known, fact.debit);
  const reach = payer.normal === "debit" ? fact.amount : smaller(availableOf(payer), fact.amount);
  const rest = { ...fact, id: restId, debit: accounts.shortfall(fact.asset), amount: fact.amount - reach };
  return [{ ...fact, amount: reach }, rest]
    .filter((part) => part.amount > 0n)
    .map((part) => ({ ...rowOf("posted", part), fact: true }));
}

function settle(id: string, pendingId: string, amount: bigint, known: Known): TransferRow[] {
  const promise = known.promises.get(pendingId);
  if (promise === undefined) throw new Error(`There is no promise ${pendingId} that ${id} could end.`);
  const { settledBy, ...promised } = promise;
  const row: TransferRow = {
    ...promised,
    id,
    pendingId,
    kind: amount === 0n ? "void" : "post",
    amount: amount === 0n ? promise.amount : amount,
  };
  if (isBooked(row, known)) return [];
  if (settledBy !== null) throw new Error(`The promise ${pendingId} was ended by ${settledBy}, so not by ${id}.`);
  if (amount > promise.amount) throw new Error(`${id} takes ${amount} of ${pendingId}, which is ${promise.amount}.`);
  return [row];
}

function repay(asset: string, cause: string, known: Known): TransferRow | undefined {
  const reserve = known.accounts.get(accounts.reserve(asset));
  const shortfall = known.accounts.get(accounts.shortfall(asset));
  if (reserve === undefined || shortfall === undefined) return undefined;
  const amount = smaller(availableOf(reserve), postedOf(shortfall));
  if (amount <= 0n) return undefined;
  const movement = { id: `${cause}:repayment`, debit: reserve.id, credit: shortfall.id, asset, amount };
  return rowOf("posted", { ...movement, code: "shortfall" });
}

function rowOf(kind: "posted" | "pending", movement: Movement): TransferRow {
  const { id, asset, amount, code, orderRef = null } = movement;
  if (amount <= 0n) throw new Error(`A transfer moves more than nothing: ${id} moves ${amount}.`);
  const sides = { debitAccount: movement.debit, creditAccount: movement.credit };
  return { id, kind, ...sides, asset, amount, code, pendingId: null, orderRef, fact: false };
}

/** True when the same transfer exists already; another one with its id is a caller's bug. */
function isBooked(row: TransferRow, known: Known): boolean {
  const there = known.booked.get(row.id);
  if (there === undefined) return false;
  const same =
    there.kind === row.kind &&
    there.debitAccount === row.debitAccount &&
    there.creditAccount === row.creditAccount &&
    there.amount === row.amount &&
    there.pendingId === row.pendingId;
  if (!same) throw new Error(`The id ${row.id} is taken by another transfer.`);
  return true;
}

function move(row: TransferRow, known: Known): TransferRow {
  const promise = row.pendingId === null ? undefined : known.promises.get(row.pendingId);
  applyTransfer(row, promise?.amount ?? 0n, find(known, row.debitAccount), find(known, row.creditAccount));
  if (promise !== undefined) promise.settledBy = row.id;
  if (row.kind === "pending") known.promises.set(row.id, { ...row, settledBy: null });
  known.booked.set(row.id, row);
  return row;
}

function find(known: Known, id: string): AccountState {
  const account = known.accounts.get(id);
  if (account === undefined) throw new Error(`The account ${id} was not loaded.`);
  return account;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
