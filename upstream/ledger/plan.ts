import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { accounts, type Booking, type TransferRequest } from "./rules/booking.ts";
import {
  type AccountState,
  applyTransfer,
  availableOf,
  type PendingTransfer,
  postedOf,
  type TransferRow,
} from "./state.ts";

/** Ledger state of everything the bookings touch; the plan updates it as it proceeds. */
export type LedgerState = {
  accounts: Map<string, AccountState>;
  /** Pending transfers by id, ended ones too. */
  holds: Map<string, PendingTransfer>;
  /** Transfers booked already, by id. */
  booked: Map<string, TransferRow>;
};

/** Transfers that carry out the bookings, in order, or the refusal of them all. */
export function plan(bookings: readonly Booking[], state: LedgerState): TransferRow[] | Refusal {
  const rows: TransferRow[] = [];
  for (const booking of bookings) {
    const planned = planOne(booking, state);
    if ("refused" in planned) return planned;
    for (const row of planned) rows.push(applyRow(row, state));
  }
  // The shortfall is repaid from what the reserve has left after all bookings.
  for (const [asset, cause] of new Map(rows.map((row) => [row.asset, row.id]))) {
    const repayment = repayShortfall(asset, cause, state);
    if (repayment !== undefined) rows.push(applyRow(repayment, state));
  }
  return rows;
}

function planOne(booking: Booking, state: LedgerState): TransferRow[] | Refusal {
  switch (booking.do) {
    case "post":
    case "hold": {
      const row = rowOf(booking.do === "post" ? "posted" : "pending", booking);
      if (isBooked(row, state)) return [];
      return missingFunds(booking, state, booking.do === "hold" ? booking.leave : undefined) ?? [row];
    }
    case "forced":
      return planForced(booking, state);
    case "settle":
      return settle(booking.id, booking.pendingId, booking.amount, state);
    case "void":
      return settle(booking.id, booking.pendingId, 0n, state);
  }
}

/** The refusal of a normal movement when one side has too little. */
function missingFunds(movement: TransferRequest, state: LedgerState, leave = 0n): Refusal | undefined {
  const payer = find(state, movement.debit);
  if (payer.normal === "credit" && availableOf(payer) - leave < movement.amount) {
    return refuse(movement.debit === accounts.reserve(movement.asset) ? "reserve_insufficient" : "insufficient_funds");
  }
  // Money that leaves a rail must be there.
  const source = find(state, movement.credit);
  if (source.normal === "debit" && availableOf(source) < movement.amount) return refuse("reserve_insufficient");
  return undefined;
}

/** Takes from the payer what it can cover; the rest goes to the shortfall account, which the reserve repays. */
function planForced(movement: TransferRequest, state: LedgerState): TransferRow[] {
  const shortfallId = `${movement.id}:shortfall`;
  if (state.booked.has(movement.id) || state.booked.has(shortfallId)) return [];
  const payer = find(state, movement.debit);
  const covered = payer.normal === "debit" ? movement.amount : smaller(availableOf(payer), movement.amount);
  const uncovered = {
    ...movement,
    id: shortfallId,
    debit: accounts.shortfall(movement.asset),
    amount: movement.amount - covered,
  };
  return [{ ...movement, amount: covered }, uncovered]
    .filter((part) => part.amount > 0n)
    .map((part) => ({ ...rowOf("posted", part), fact: true }));
}

function settle(id: string, pendingId: string, amount: bigint, state: LedgerState): TransferRow[] {
  const pending = state.holds.get(pendingId);
  if (pending === undefined) throw new Error(`There is no hold ${pendingId} for ${id} to settle.`);
  const { settledBy, ...pendingRow } = pending;
  const row: TransferRow = {
    ...pendingRow,
    id,
    pendingId,
    kind: amount === 0n ? "void" : "post",
    amount: amount === 0n ? pending.amount : amount,
  };
  if (isBooked(row, state)) return [];
  if (settledBy !== null) throw new Error(`Hold ${pendingId} was already settled by ${settledBy}, not by ${id}.`);
  if (amount > pending.amount)
    throw new Error(`${id} settles ${amount} of hold ${pendingId}, which is ${pending.amount}.`);
  return [row];
}

function repayShortfall(asset: string, cause: string, state: LedgerState): TransferRow | undefined {
  const reserve = state.accounts.get(accounts.reserve(asset));
  const shortfall = state.accounts.get(accounts.shortfall(asset));
  if (reserve === undefined || shortfall === undefined) return undefined;
  const amount = smaller(availableOf(reserve), postedOf(shortfall));
  if (amount <= 0n) return undefined;
  const movement = { id: `${cause}:repayment`, debit: reserve.id, credit: shortfall.id, asset, amount };
  return rowOf("posted", { ...movement, code: "shortfall" });
}

function rowOf(kind: "posted" | "pending", movement: TransferRequest): TransferRow {
  const { id, asset, amount, code, orderRef = null, auditId = null } = movement;
  if (amount <= 0n) throw new Error(`A transfer must be above zero: ${id} moves ${amount}.`);
  const sides = { debitAccount: movement.debit, creditAccount: movement.credit };
  return { ...derived, id, kind, ...sides, asset, amount, code, pendingId: null, orderRef, auditId, fact: false };
}

/** The causes that the database derives from a transfer's id. */
const derived = {
  ...{ paymentId: null, outgoingId: null, depositId: null, withdrawalId: null, rewardId: null },
  ...{ affiliatePayoutId: null, closingId: null, causedBy: null },
};

/** True when the same transfer exists already; another one with its id is a caller's bug. */
function isBooked(row: TransferRow, state: LedgerState): boolean {
  const booked = state.booked.get(row.id);
  if (booked === undefined) return false;
  const same =
    booked.kind === row.kind &&
    booked.debitAccount === row.debitAccount &&
    booked.creditAccount === row.creditAccount &&
    booked.amount === row.amount &&
    booked.pendingId === row.pendingId;
  if (!same) throw new Error(`The id ${row.id} is taken by another transfer.`);
  return true;
}

function applyRow(row: TransferRow, state: LedgerState): TransferRow {
  const pending = row.pendingId === null ? undefined : state.holds.get(row.pendingId);
  applyTransfer(row, pending?.amount ?? 0n, find(state, row.debitAccount), find(state, row.creditAccount));
  if (pending !== undefined) pending.settledBy = row.id;
  if (row.kind === "pending") state.holds.set(row.id, { ...row, settledBy: null });
  state.booked.set(row.id, row);
  return row;
}

function find(state: LedgerState, id: string): AccountState {
  const account = state.accounts.get(id);
  if (account === undefined) throw new Error(`The account ${id} was not loaded.`);
  return account;
}
