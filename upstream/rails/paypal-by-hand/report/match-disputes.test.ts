import { describe, expect, test } from "vitest";
import type { Book, BookDispute, BookLine, BookTask } from "./book.ts";
import { matchLines } from "./match-lines.ts";
import { blocksOf } from "./statement-sendings.ts";

const at = new Date("2026-11-28T12:00:00Z");
const hour = 3_600_000;
const payments = new Map([["P", { orderRef: "r", asset: "paypal-usd", amount: 500n }]]);
const invoice: BookTask = {
  ...{ number: 2, kind: "invoice", movementId: null, orderRef: "r", asset: "paypal-usd", amount: 500n },
  ...{ account: "anna@example.com", refundOf: null, createdAt: at, isUnfinished: false },
};
let number = 0;
function line(type: string, gross: bigint, other: Partial<BookLine> = {}): BookLine {
  number += 1;
  const usual = { number, at: new Date(at.getTime() + number * 1000), status: "Completed", currency: "USD" };
  const money = { asset: "paypal-usd", fee: 0n, balance: 1n, account: null, reference: "P" };
  return { ...usual, ...money, tx: `${type} ${gross}`, type, gross, ...other };
}
const hold = (other: Partial<BookLine> = {}) => line("Hold on Balance for Dispute Investigation", -500n, other);
const release = () => line("Cancellation of Hold for Dispute Resolution", 500n);
const reversal = () => line("Payment Reversal", -500n);
const refund = (gross = -500n) => line("Payment Refund", gross, { account: "anna@example.com" });

function dispute(other: Partial<BookDispute> = {}): BookDispute {
  return { caseId: "C", ofTx: "P", amount: 500n, booked: "open", end: null, lines: [], ...other };
}
const bookOf = (lines: readonly BookLine[], disputes: readonly BookDispute[]): Book => ({
  ...{ lines, entries: [], tasks: [invoice], payments, sent: new Map(), disputes },
});
const proposed = (lines: readonly BookLine[], ...disputes: BookDispute[]) =>
  matchLines(bookOf(lines, disputes)).proposals.map(({ line: { tx }, kind, task, caseId }) => [
    tx,
    kind,
    task.number,
    caseId,
  ]);
const stepOf = (lines: readonly BookLine[], ...disputes: BookDispute[]) =>
  proposed(lines, ...disputes).map(([tx, kind]) => `${tx} ${kind}`);

describe("a line about a booked payment", () => {
  test("that blocks what nobody has entered opens a case of its invoice, with a number that a person reads", () => {
    expect(proposed([hold()])).toEqual([["Hold on Balance for Dispute Investigation -500", "disputed", 2, null]]);
    expect(stepOf([reversal()])).toEqual(["Payment Reversal -500 disputed"]);
    expect(stepOf([hold()], dispute({ booked: null }))).toEqual([]);
    expect(stepOf([hold()], dispute())).toEqual([]);
    expect(stepOf([hold()], dispute({ ofTx: "Q" }))).toEqual([
      "Hold on Balance for Dispute Investigation -500 disputed",
    ]);
  });

  test("of another currency, or that has moved nothing, opens none", () => {
    expect(stepOf([hold({ asset: "paypal-eur" })])).toEqual([]);
    expect(stepOf([hold({ balance: null })])).toEqual([]);
  });

  test("that blocks another amount than is missing is not proposed", () => {
    expect(stepOf([hold()], dispute({ amount: 200n }))).toEqual([]);
    expect(stepOf([hold({ gross: -300n })], dispute({ amount: 200n }))).toEqual([]);
  });

  test("that releases all of an open case says that it is won", () => {
    const won = ["Cancellation of Hold for Dispute Resolution 500", "dispute_won", 2, "C"];
    expect(proposed([hold(), release()], dispute())).toEqual([won]);
    expect(proposed([hold(), release()], dispute({ end: "dispute_won" }))).toEqual([]);
    expect(proposed([hold(), release()], dispute({ booked: "won" }))).toEqual([]);
    expect(proposed([hold(), release()], dispute({ booked: null }))).toEqual([]);
    expect(proposed([hold(), line("Hold Release", 200n)], dispute())).toEqual([]);
  });

  test("that takes back what was released says that the case is lost", () => {
    const lost = ["Payment Reversal -500", "dispute_lost", 2, "C"];
    expect(proposed([hold(), release(), reversal()], dispute())).toEqual([lost]);
    expect(proposed([hold(), release(), reversal()], dispute({ end: "dispute_lost" }))).toEqual([]);
  });

  test("that has opened a case says nothing of its end", () => {
    const opened = reversal();
    expect(stepOf([opened], dispute())).toEqual([]);
    expect(stepOf([opened], dispute({ lines: [opened.number] }))).toEqual([]);
    const later = hold();
    const lines = [opened, line("Reversal of Chargeback", 500n), later];
    expect(stepOf(lines, dispute({ lines: [opened.number] }))).toEqual([]);
  });

  test("that was accepted already is not proposed again", () => {
    const holdLine = hold();
    expect(stepOf([holdLine], dispute({ booked: "won", lines: [holdLine.number] }))).toEqual([]);
  });
});

describe("a refund of a disputed payment", () => {
  test("loses its case, and is no refund of its own", () => {
    expect(stepOf([hold(), release(), refund()], dispute())).toEqual(["Payment Refund -500 dispute_lost"]);
    expect(stepOf([refund()], dispute())).toEqual(["Payment Refund -500 dispute_lost"]);
    const { proposals, rest, blocks } = matchLines(
      bookOf([refund()], [dispute({ booked: "lost", end: "dispute_lost" })]),
    );
    expect([proposals, rest, blocks.length]).toEqual([[], [], 1]);
  });

  test("beside a hold that stays, or after a case that was won, is a refund of its own", () => {
    expect(stepOf([hold(), refund()], dispute())).toEqual(["Payment Refund -500 refunded"]);
    expect(stepOf([refund()], dispute({ booked: "won" }))).toEqual(["Payment Refund -500 refunded"]);
    expect(stepOf([refund(-200n)], dispute())).toEqual(["Payment Refund -200 refunded"]);
  });
});

describe("what PayPal blocks is under way", () => {
  const isUnderWay = (lines: readonly BookLine[], underWayFrom: Date, ...disputes: BookDispute[]) => {
    const book = bookOf(lines, disputes);
    const blocks = blocksOf({ book, matches: matchLines(book), until: at, underWayFrom, ownAccounts: [] });
    return blocks.map((block) => block.isUnderWay);
  };
  const later = new Date(at.getTime() + hour);
  test("while its entry waits for the second person, if it agrees then", () => {
    expect(isUnderWay([hold()], later, dispute({ booked: null }))).toEqual([true]);
    expect(isUnderWay([hold()], later, dispute({ booked: null, amount: 400n }))).toEqual([false]);
    expect(isUnderWay([hold()], later, dispute())).toEqual([false]);
    expect(isUnderWay([hold(), release()], later, dispute({ end: "dispute_won" }))).toEqual([true]);
    expect(isUnderWay([hold()], later, dispute({ end: "dispute_won" }))).toEqual([false]);
  });

  test("for as long as the company promises to enter what is proposed", () => {
    expect(isUnderWay([hold()], at)).toEqual([true]);
    expect(isUnderWay([hold()], later)).toEqual([false]);
  });
});
