import { describe, expect, test } from "vitest";
import type { Book, BookEntry, BookLine, BookTask } from "./book.ts";
import { matchLines } from "./match-lines.ts";
import { blocksOf } from "./statement-sendings.ts";

const at = new Date("2026-11-28T12:05:30Z");
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

function line(tx: string, gross: bigint, other: Partial<BookLine> = {}): BookLine {
  const usual = { number: tx.length, at: minutesLater(10), type: "Payment", status: "Completed", currency: "USD" };
  const money = { asset: "paypal-usd", fee: 0n, balance: 1n, account: "anna@example.com", reference: null };
  return { ...usual, ...money, tx, gross, ...other };
}
function task(number: number, other: Partial<BookTask> = {}): BookTask {
  const usual = { kind: "pay", movementId: `m${number}`, orderRef: null, asset: "paypal-usd", amount: 500n } as const;
  return { number, ...usual, account: "Anna@example.com", refundOf: null, createdAt: at, isUnfinished: true, ...other };
}
function entry(of: BookTask, tx: string, other: Partial<BookEntry> = {}): BookEntry {
  const usual = { id: tx, kind: "paid", isConfirmed: true, isNew: false, hasOtherPayer: false, ofTx: null } as const;
  return { ...usual, task: of, tx, amount: of.amount, fee: 0n, at, ...other };
}
const invoice = task(2, { kind: "invoice", movementId: null, orderRef: "r" });
const matched = (book: Partial<Book>) =>
  matchLines({ lines: [], entries: [], tasks: [], payments: new Map(), sent: new Map(), disputes: [], ...book });
const proposed = (book: Partial<Book>) =>
  matched(book).proposals.map(({ line: { tx }, task: { number }, kind }) => `${tx} ${kind} ${number}`);

describe("a transaction that nobody has entered", () => {
  test.each([
    ["is proposed for the task that it looks like", line("a", -500n), task(1), ["a paid 1"]],
    ["is proposed for the invoice that it pays", line("a", 500n), invoice, ["a received 2"]],
    [
      "of the task's minute is proposed",
      line("a", -500n, { at: new Date("2026-11-28T12:05:00Z") }),
      task(1),
      ["a paid 1"],
    ],
    ["of another amount is not", line("a", -501n), task(1), []],
    ["of another account is not", line("a", -500n, { account: "eve@example.com" }), task(1), []],
    ["of another currency is not", line("a", -500n, { asset: "paypal-eur" }), task(1), []],
    ["on the other side is not", line("a", 500n), task(1), []],
    ["older than the task is not", line("a", -500n, { at: minutesLater(-1) }), task(1), []],
    ["that has moved no money is not", line("a", -500n, { balance: null }), task(1), []],
    ["is not for a task that is over", line("a", -500n), task(1, { isUnfinished: false }), []],
    [
      "is for a refund by its payment",
      line("a", -500n, { reference: "p", account: "x" }),
      task(1, { kind: "refund", refundOf: "p" }),
      ["a paid 1"],
    ],
    [
      "is not for the refund of another payment",
      line("a", -500n, { reference: "q" }),
      task(1, { kind: "refund", refundOf: "p" }),
      [],
    ],
  ])("%s", (_, bookLine, bookTask, expected) => {
    expect(proposed({ lines: [bookLine], tasks: [bookTask] })).toEqual(expected);
  });

  test("is proposed for one task, and each task once", () => {
    const lines = [line("a", -500n), line("bb", -500n), line("ccc", -500n)];
    expect(proposed({ lines, tasks: [task(1), task(2)] })).toEqual(["a paid 1", "bb paid 2"]);
  });
});

describe("the return of a payout", () => {
  const of = task(1, { isUnfinished: false });
  const back = line("back", 500n, { reference: "out" });
  test("is proposed once, of at most what was paid", () => {
    const entries = [entry(of, "out")];
    const again = line("again", 100n, { reference: "out" });
    expect(proposed({ lines: [back, again], entries })).toEqual(["back returned 1"]);
    expect(proposed({ lines: [{ ...back, gross: 501n }], entries })).toEqual([]);
    expect(proposed({ lines: [{ ...back, asset: "paypal-eur" }], entries })).toEqual([]);
    const entered = entry(of, "old", { kind: "returned", ofTx: "out" });
    expect(proposed({ lines: [back], entries: [...entries, entered] })).toEqual([]);
  });

  test("of one that waits for its second person is no payment of an invoice", () => {
    const entries = [entry(of, "out", { isConfirmed: false })];
    expect(proposed({ lines: [back], entries, tasks: [of, invoice] })).toEqual([]);
  });
});

describe("the transaction of an entry", () => {
  const of = task(1, { isUnfinished: false });
  const seen = (bookLine: BookLine, entryFields: Partial<BookEntry> = {}) => {
    const { entered, contradicted } = matched({
      lines: [bookLine],
      entries: [entry(of, "a", entryFields)],
      tasks: [of],
    });
    return entered.size === 1 ? "is it" : contradicted.size === 1 ? "is not" : "is missing";
  };
  test.each([
    ["with its side, account and time", line("a", -500n), {}, "is it"],
    ["of another amount, which is named as such", line("a", -501n), {}, "is it"],
    ["on the other side", line("a", 500n), {}, "is not"],
    ["of another account", line("a", -500n, { account: "eve@example.com" }), {}, "is not"],
    ["without an account", line("a", -500n, { account: null }), {}, "is it"],
    ["whose account was erased", line("a", -500n, { account: "" }), {}, "is it"],
    ["some minutes before its task", line("a", -500n, { at: minutesLater(-5) }), {}, "is it"],
    ["long before its task", line("a", -500n, { at: minutesLater(-7) }), {}, "is not"],
    ["about another transaction", line("a", 500n, { reference: "q" }), { kind: "returned", ofTx: "p" }, "is not"],
    ["about its transaction", line("a", 500n, { reference: "p" }), { kind: "returned", ofTx: "p" }, "is it"],
    [
      "of the payer that was named",
      line("a", 500n, { account: "eve@example.com" }),
      { kind: "received", hasOtherPayer: true },
      "is it",
    ],
  ] as const)("%s", (_, bookLine, entryFields, expected) => {
    expect(seen(bookLine, entryFields)).toBe(expected);
  });

  test("of a task whose account was erased", () => {
    const erased = task(1, { account: null });
    const { entered } = matched({ lines: [line("a", -500n)], entries: [entry(erased, "a")], tasks: [erased] });
    expect(entered.size).toBe(1);
  });
});

test("a transaction that contradicts its entry is proposed for no other task", () => {
  const entries = [entry(task(1, { isUnfinished: false }), "a")];
  const lines = [line("a", -500n, { account: "eve@example.com" })];
  const { proposals, rest } = matched({ lines, entries, tasks: [task(3, { account: "eve@example.com" })] });
  expect([proposals, rest.map(({ tx }) => tx)]).toEqual([[], ["a"]]);
});

test("a transaction that was booked without a task is its movement's only if money has left", () => {
  const sent = new Map([["a", { id: "m", asset: "paypal-usd", amount: 500n, at, refundOf: null }]]);
  expect(matched({ lines: [line("a", -500n)], sent }).movements.size).toBe(1);
  const { movements, rest } = matched({ lines: [line("a", 500n)], sent });
  expect([movements.size, rest.length]).toEqual([0, 1]);
});

const payments = new Map([["P", { orderRef: "r", asset: "paypal-usd", amount: 500n }]]);
const refund = (tx: string, gross: bigint, other: Partial<BookLine> = {}) =>
  line(tx, gross, { type: "Payment Refund", reference: "P", account: "payer@example.com", ...other });
const paidInvoice = task(2, { kind: "invoice", movementId: null, orderRef: "r", isUnfinished: false });

describe("a refund that was made without a task", () => {
  const refundTask = task(3, { kind: "refund", refundOf: "P" });
  const refundedEntry = (tx: string, amount: bigint) => entry(paidInvoice, tx, { kind: "refunded", ofTx: "P", amount });
  test.each([
    ["is proposed for the invoice that it refunds", refund("a", -500n), {}, ["a refunded 2"]],
    ["of a part is too", refund("a", -200n), {}, ["a refunded 2"]],
    ["of more than the payment is not", refund("a", -501n), {}, []],
    ["in another currency is not", refund("a", -500n, { asset: "paypal-eur" }), {}, []],
    ["of another payment is not", refund("a", -500n, { reference: "Q" }), {}, []],
    ["that came in is not", refund("a", 500n), {}, []],
    [
      "is for the task that refunds the payment",
      refund("a", -500n),
      { tasks: [paidInvoice, refundTask] },
      ["a paid 3"],
    ],
    ["is not while a task refunds another amount of it", refund("a", -200n), { tasks: [paidInvoice, refundTask] }, []],
    [
      "is for no payout of its amount and account",
      refund("a", -500n, { account: "anna@example.com" }),
      { tasks: [paidInvoice, task(1)] },
      ["a refunded 2"],
    ],
    ["of more than entries have left is not", refund("a", -301n), { entries: [refundedEntry("b", 200n)] }, []],
    ["of what entries have left is", refund("a", -300n), { entries: [refundedEntry("b", 200n)] }, ["a refunded 2"]],
    [
      "of more than bookings have left is not",
      refund("a", -301n),
      { sent: new Map([["B", { id: "m", asset: "paypal-usd", amount: 200n, at, refundOf: "P" }]]) },
      [],
    ],
  ] as const)("%s", (_, bookLine, book, expected) => {
    expect(proposed({ lines: [bookLine], tasks: [paidInvoice], payments, ...book })).toEqual(expected);
  });

  test("that was entered is its entry and its movement, whomever it went to", () => {
    const sent = new Map([["a", { id: "m", asset: "paypal-usd", amount: 500n, at, refundOf: "P" }]]);
    const book = {
      lines: [refund("a", -500n)],
      entries: [refundedEntry("a", 500n)],
      tasks: [paidInvoice],
      payments,
      sent,
    };
    const { entered, movements, rest } = matched(book);
    expect([entered.size, movements.get("m")?.tx, rest.length]).toEqual([1, "a", 0]);
    const other = matched({ ...book, lines: [refund("a", -500n, { reference: "Q" })] });
    expect([other.entered.size, other.movements.size, other.contradicted.size]).toEqual([0, 0, 1]);
  });
});

test("holds of booked payments are not of any task; fees of a dispute are", () => {
  const lines = [
    line("h", -500n, { type: "Payment Hold", reference: "P" }),
    line("fe", -500n, { type: "Dispute Fee", reference: "P", account: null }),
    line("oth", -500n, { type: "Payment Hold", reference: "Q" }),
  ];
  const { blocks, rest } = matched({ lines, payments });
  expect([blocks.map(({ tx }) => tx), rest.map(({ tx }) => tx)]).toEqual([["h"], ["fe", "oth"]]);
});

test("what PayPal holds of a payment is the sum of its lines that have moved money", () => {
  const about = { type: "Payment Hold", reference: "P" };
  const lines = [line("h", -500n, about), line("re", 200n, about), line("pen", -90n, { ...about, balance: null })];
  const book: Book = { lines, entries: [], tasks: [], payments, sent: new Map(), disputes: [] };
  const blocks = blocksOf({ book, matches: matchLines(book), until: at, underWayFrom: at, ownAccounts: [] });
  expect(blocks).toEqual([{ paymentId: "p", txId: "re", asset: "paypal-usd", amount: 300n, isUnderWay: false }]);
});
