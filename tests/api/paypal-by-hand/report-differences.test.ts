import { expect, test } from "vitest";
import type { TestLine } from "../../support/paypal-by-hand/activity-report.ts";
import { screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { type DayItem, ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const reason = "on PayPal's page";
const early = new Date("2026-11-21T01:00:00Z");

/** A report in which something is planted: what becomes of a line, and what the comparison must name. */
type Planted = { line?: (line: TestLine) => TestLine[]; names: string[] };

/** The payout is not there, nor what it is said to have cost. */
const goneSending = ({ tx, movement }: DayItem) => [`sent_without_rail ${movement}`, `fee_differs ${tx}`];
const otherSending = (item: DayItem) => [`rail_without_sent ${item.tx}`, ...goneSending(item)];
const goneCredit = ({ tx }: DayItem) => `booked_without_credit ${tx.toLowerCase()}`;
const unbooked = (tx: string) => `credit_not_booked ${tx.toLowerCase()}`;

/** About a payout that was entered. */
const payouts: Record<string, (item: DayItem) => Planted> = {
  missing: (item) => ({ line: () => [], names: goneSending(item) }),
  "of another amount": ({ tx }) => ({
    line: (line) => [{ ...line, gross: line.gross - 1n }],
    names: [`amount_differs ${tx}`],
  }),
  "with another fee": ({ tx }) => ({ line: (line) => [{ ...line, fee: -36n }], names: [`fee_differs ${tx}`] }),
  "with a fee given back": ({ tx }) => ({ line: (line) => [{ ...line, fee: 35n }], names: [`fee_differs ${tx}`] }),
  "to another account": (item) => ({
    line: (line) => [{ ...line, account: "eve@example.com" }],
    names: otherSending(item),
  }),
  pending: (item) => ({ line: (line) => [{ ...line, status: "Pending" }], names: goneSending(item) }),
  "in another currency": ({ tx }) => ({
    line: (line) => [{ ...line, currency: "EUR", fee: 0n }],
    names: [`asset_differs ${tx}`, `fee_differs ${tx}`],
  }),
  "in a currency that the exchange has not": (item) => ({
    line: (line) => [{ ...line, currency: "JPY" }],
    names: goneSending(item),
  }),
  "older than its task": (item) => ({ line: (line) => [{ ...line, at: early }], names: otherSending(item) }),
  "that was received": (item) => ({
    line: (line) => [{ ...line, gross: -line.gross }],
    names: [`${unbooked(item.tx)}:payer`, ...goneSending(item)],
  }),
  "paid twice": ({ tx }) => ({
    line: (line) => [line, { ...line, tx: txOf(`${tx} again`) }],
    names: [`rail_without_sent ${txOf(`${tx} again`)}`],
  }),
  "that came back, which nobody has entered": ({ tx, movement }) => ({
    line: (line) => [line, { ...line, tx: txOf(`${tx} back`), gross: -line.gross, fee: 0n, reference: tx }],
    names: [`sent_without_rail ${movement}`],
  }),
};

/** About a payment that was entered. */
const payments: Record<string, (item: DayItem) => Planted> = {
  missing: (item) => ({ line: () => [], names: [goneCredit(item)] }),
  "of another amount": ({ tx }) => ({
    line: (line) => [{ ...line, gross: 9_999n }],
    names: [`amount_differs ${tx.toLowerCase()}`],
  }),
  "with another fee": ({ tx }) => ({
    line: (line) => [{ ...line, fee: -399n }],
    names: [`fee_differs ${tx.toLowerCase()}`],
  }),
  "of another payer": (item) => ({
    line: (line) => [{ ...line, account: "eve@example.com" }],
    names: [goneCredit(item), `${unbooked(item.tx)}:payer`],
  }),
  denied: (item) => ({ line: (line) => [{ ...line, status: "Denied" }], names: [goneCredit(item)] }),
  "in another currency": ({ tx }) => ({
    line: (line) => [{ ...line, currency: "EUR" }],
    names: [`asset_differs ${tx.toLowerCase()}`],
  }),
  "older than its order": (item) => ({
    line: (line) => [{ ...line, at: early }],
    names: [goneCredit(item), `${unbooked(item.tx)}:payer`],
  }),
  "that PayPal has refunded": ({ tx }) => about(tx, "Payment Refund", -10_000n),
  "that PayPal holds for a dispute": ({ tx }) => about(tx, "Hold on Balance for Dispute Investigation", -10_000n),
  "that the payer's bank took back": ({ tx }) => about(tx, "Payment Reversal", -10_000n),
  "of which PayPal holds a part": ({ tx }) => about(tx, "Payment Hold", -4_000n),
};

function about(tx: string, type: string, gross: bigint): Planted {
  const other = txOf(`${tx} ${type}`);
  const names = [`rail_without_sent ${other}`];
  return { line: (line) => [line, { ...line, tx: other, type, gross, fee: 0n, reference: tx }], names };
}

/** What nobody has booked. */
const strays: Record<string, { line: Pick<TestLine, "gross"> & Partial<TestLine>; names(tx: string): string[] }> = {
  "a payment of a stranger": { line: { gross: 777n, account: "eve@example.com" }, names: (tx) => [unbooked(tx)] },
  "a payment to a stranger": {
    line: { gross: -778n, account: "eve@example.com" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a withdrawal to a bank": {
    line: { gross: -779n, account: "", type: "General Withdrawal" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a fee of a dispute": {
    line: { gross: -2_000n, account: "", type: "Dispute Fee" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a conversion, what it took": {
    line: { gross: -780n, account: "", type: "General Currency Conversion" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a correction by PayPal": {
    line: { gross: -783n, account: "", type: "General Account Correction" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a payment of a stranger in euros": {
    line: { gross: 785n, account: "eve@example.com", currency: "EUR" },
    names: (tx) => [unbooked(tx)],
  },
  "a payment to a stranger in euros": {
    line: { gross: -786n, account: "eve@example.com", currency: "EUR" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "money to another account of ours": {
    line: { gross: -787n, account: "shop@kursa.example", type: "Mass Pay Payment" },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
  "a refund of a payment to a stranger": {
    line: {
      gross: 788n,
      account: "eve@example.com",
      type: "Payment Refund",
      reference: txOf("a payment to a stranger"),
    },
    names: (tx) => [unbooked(tx)],
  },
  "a deposit from a bank": {
    line: { gross: 781n, account: "", type: "Bank Deposit to PP Account" },
    names: (tx) => [`credit_not_booked ${tx}`],
  },
  "a hold for an order that is not ours": {
    line: { gross: -782n, account: "", type: "Account Hold", reference: txOf("nobody's") },
    names: (tx) => [`rail_without_sent ${tx}`],
  },
};

test("every planted difference is named by its transaction, and on a clean day none", async () => {
  const settings = { PAYPAL_CURRENCIES: "USD,EUR", PAYPAL_WITHIN_HOURS: "1" };
  const today = await ReportDay.of(settings);
  const { must, service } = today.hand;
  const items = new Map<string, Planted>();
  for (const [name, planted] of Object.entries(payouts)) {
    const item = await today.paid(`payout ${name}`);
    items.set(item.tx, planted(item));
  }
  for (const [name, planted] of Object.entries(payments)) {
    const item = await today.received(`payment ${name}`);
    items.set(item.tx, planted(item));
  }
  const plain = await today.paid("came back");
  const back = await today.returned(plain, "return", "30.00");
  const disputed = await today.received("disputed");
  const holdType = "Hold on Balance for Dispute Investigation";
  today.add({ tx: txOf("hold"), gross: -10_000n, type: holdType, reference: disputed.tx });
  await today.disputed(disputed, "PP-D-1");
  const won = await today.received("won");
  today.add({ tx: txOf("hold of won"), gross: -10_000n, type: holdType, reference: won.tx });
  today.add({ tx: txOf("release"), gross: 10_000n, type: "Cancellation of Hold", reference: won.tx });
  await today.disputed(won, "PP-D-2");
  await today.ended(won, "PP-D-2", "won");
  const refunded = await today.received("refunded");
  const refund = { tx: txOf("refund"), amount: "100.00", reason };
  today.add({ tx: refund.tx, gross: -10_000n, type: "Payment Refund", reference: refunded.tx });
  const typed = { number: await today.taskOf(refunded.ref), at: service.ctx.clock.now().toISOString() };
  await must("anna", "tasks refunded", { ...refund, ...typed, screenshot: screenshots.picture });
  await must("boris", "tasks confirm", { ...refund, id: await today.hand.waitingEntry() });
  today.add({ tx: txOf("bank"), gross: 100_000n, account: "", type: "Bank Deposit to PP Account" });
  await must("anna", "reserve fund", { asset: "paypal-usd", amount: "1000", tx: txOf("bank"), anyway: "yes", reason });
  // So that PayPal has said what it has in each currency.
  today.add({ tx: txOf("euro"), gross: 100n, account: "", type: "General Credit", currency: "EUR" });
  await must("anna", "reserve fund", { asset: "paypal-eur", amount: "1", tx: txOf("euro"), anyway: "yes", reason });
  await service.pass(13 * 3600);

  expect(await today.import()).toMatchObject({ ok: true, data: { proposals: [] } });
  expect(await today.differences()).toEqual([]);

  const changed = today.lines.flatMap((line) => items.get(line.tx)?.line?.(line) ?? [line]);
  const also: [tx: string, becomes: (line: TestLine) => TestLine[], name: string][] = [
    [back, () => [], `amount_differs ${plain.tx}`],
    [txOf("hold"), () => [], `sent_without_rail ${disputed.ref}`],
    [txOf("release"), () => [], `rail_without_sent ${txOf("hold of won")}`],
    [refund.tx, () => [], `sent_without_rail ${await today.movementOf(refund.tx)}`],
    [txOf("bank"), (line) => [{ ...line, gross: 90_000n }], `amount_differs ${txOf("bank")}`],
  ];
  const planted = also.reduce(
    (lines, [tx, becomes]) => lines.flatMap((line) => (line.tx === tx ? becomes(line) : [line])),
    changed,
  );
  const [at] = today.lines.map((line) => line.at);
  const added = Object.entries(strays).map(([name, { line }]): TestLine => {
    const usual = { tx: txOf(name), at: at ?? early, fee: 0n, account: "", type: "Payment", status: "Completed" };
    return { ...usual, currency: "USD", reference: "", ...line };
  });
  const expected = [
    ...[...items.values()].flatMap(({ names }) => names),
    ...Object.entries(strays).flatMap(([name, { names }]) => names(txOf(name))),
    ...also.map(([, , name]) => name),
  ];
  expect(items.size + added.length + also.length).toBe(40);
  const imported = await today.import([...planted, ...added], { anyway: "yes" });
  expect(imported).toMatchObject({ ok: true });
  expect(await today.differences()).toEqual(expected.sort());
});
