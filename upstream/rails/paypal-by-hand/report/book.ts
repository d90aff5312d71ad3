import type { DisputeCase } from "../cases.ts";
import type { TaskKind } from "../task-store.ts";

/**
 * A transaction of the reports as it is now. Minor units; `gross` below zero for what we have sent. `account`: of the
 * other side; empty once it was erased, null where PayPal names none.
 */
export type BookLine = {
  number: number;
  tx: string;
  at: Date;
  type: string;
  status: string;
  asset: string | null;
  currency: string;
  gross: bigint;
  fee: bigint;
  account: string | null;
  reference: string | null;
  balance: bigint | null;
};

/** What a person has entered and nobody has refused. `isNew`: it waits for the second person, or order and guard have not heard of it. */
export type BookEntry = {
  id: string;
  task: BookTask;
  kind: MoneyKind;
  isConfirmed: boolean;
  isNew: boolean;
  hasOtherPayer: boolean;
  tx: string;
  ofTx: string | null;
  amount: bigint;
  fee: bigint;
  at: Date;
};

/** `account`: whom it pays or invoices; null once it was erased. `refundOf`: the payment that it refunds. */
export type BookTask = {
  number: number;
  kind: TaskKind;
  movementId: string | null;
  orderRef: string | null;
  asset: string;
  amount: bigint;
  account: string | null;
  refundOf: string | null;
  createdAt: Date;
  /** Its money can still be entered. */
  isUnfinished: boolean;
};

/** What was booked as sent without a task; `at`: when. `refundOf`: the payment that it refunds. */
export type BookMovement = { id: string; asset: string; amount: bigint; at: Date | null; refundOf: string | null };

/** What an order has booked as paid. Minor units. */
export type BookPayment = { orderRef: string; asset: string; amount: bigint };

/** A case that people have entered, about one payment. `lines`: those that its entries were accepted from. */
export type BookDispute = DisputeCase & { ofTx: string; lines: readonly number[] };

/** A line about a booked payment, by that payment's transaction. */
export type BlockLine = BookLine & { reference: string };

/** `payments`: by their transaction, in capitals. `sent`: movements without a task, by theirs. */
export type Book = {
  lines: readonly BookLine[];
  entries: readonly BookEntry[];
  tasks: readonly BookTask[];
  payments: ReadonlyMap<string, BookPayment>;
  sent: ReadonlyMap<string, BookMovement>;
  disputes: readonly BookDispute[];
};

/** Entries of a transaction of PayPal. */
export type MoneyKind = "paid" | "received" | "returned" | "refunded";
