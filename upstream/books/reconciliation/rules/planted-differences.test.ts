import { expect, test } from "vitest";
import { type BookedCredit, compareCredit } from "./compare-credits.ts";
import { type BookedMovement, compareSending } from "./compare-sendings.ts";
import type { DifferenceKind } from "./difference.ts";
import { NetworkBalances, PlaceSums } from "./place-sums.ts";
import type { PlacedAmount, RailPlace, StatementCredit, StatementSending } from "./statement-lines.ts";

const readAt = new Date("2026-11-21T12:00:00.000Z");
const assets = ["usdt", "dai", "eth"];
const perSide = 1000;
const everyNth = 50;

type Sides<Rail, Ledger> = { rail: Rail | undefined; ledger: Ledger | undefined };
/** One fault of a pair that agrees: what it is called, and how it changes the pair. */
type Planted<Rail, Ledger> = [
  what: DifferenceKind,
  change: (pair: { rail: Rail; ledger: Ledger }) => Sides<Rail, Ledger>,
];

const credits: Planted<StatementCredit, BookedCredit>[] = [
  ["credit_not_booked", ({ rail }) => ({ rail, ledger: undefined })],
  ["booked_without_credit", ({ ledger }) => ({ rail: undefined, ledger })],
  ["amount_differs", ({ rail, ledger }) => ({ rail, ledger: { ...ledger, amount: ledger.amount - 1n } })],
  ["asset_differs", ({ rail, ledger }) => ({ rail, ledger: { ...ledger, asset: "dai" } })],
  ["fee_differs", ({ rail, ledger }) => ({ rail, ledger: { ...ledger, fee: 2n } })],
];
const sendings: Planted<StatementSending, BookedMovement>[] = [
  ["signed_unknown", ({ rail }) => ({ rail, ledger: undefined })],
  ["rail_without_sent", ({ rail }) => ({ rail: { ...rail, movementId: null }, ledger: undefined })],
  ["sent_without_rail", ({ ledger }) => ({ rail: undefined, ledger: { ...ledger, fees: [] } })],
  [
    "held_open",
    ({ rail, ledger }) => ({
      rail: { ...rail, isLongOver: true },
      ledger: { ...ledger, moved: 0n, effects: [], fees: [], endedAt: null },
    }),
  ],
  ["fee_differs", ({ rail, ledger }) => ({ rail, ledger: { ...ledger, fees: [{ ...feeOf, amount: 2n }] } })],
];
const feeOf = { place: "hot", asset: "eth", amount: 3n } as const;

function creditPair(at: number): { rail: StatementCredit; ledger: BookedCredit } {
  const facts = { asset: "usdt", amount: BigInt(at + 10), fee: 1n, place: "deposits" } as const;
  const id = `in-${at}`;
  return {
    rail: { ...facts, id, state: "included", isUnderWay: false },
    ledger: { ...facts, railPaymentId: id, finalAt: null },
  };
}

function sendingPair(at: number): { rail: StatementSending; ledger: BookedMovement } {
  const amount = BigInt(at + 10);
  const facts = { asset: "usdt", amount, moved: amount, effects: [{ place: "hot", asset: "usdt", amount: -amount }] };
  const moved = { ...facts, effects: facts.effects as PlacedAmount[], fees: [feeOf] };
  return {
    rail: { ...moved, movementId: `out-${at}`, txId: `tx-${at}`, state: "included", isLongOver: false },
    ledger: { ...moved, id: `out-${at}`, endedAt: new Date("2026-11-21T11:00:00.000Z") },
  };
}

/** Each in turn. */
function faultAt<Fault>(faults: readonly Fault[], at: number): Fault {
  const fault = faults[Math.floor(at / everyNth) % faults.length];
  if (fault === undefined) throw new Error("There are no faults");
  return fault;
}

/** Sums by place and asset of one side, which the comparison reads from the network and from the ledger. */
class Sums {
  private readonly amounts = new Map<string, bigint>();
  add(placed: readonly PlacedAmount[], sign = 1n): void {
    for (const { place, asset, amount } of placed)
      this.amounts.set(`${place} ${asset}`, this.at(place, asset) + sign * amount);
  }
  at = (place: RailPlace, asset: string): bigint => this.amounts.get(`${place} ${asset}`) ?? 0n;
}

test("40 differences among 2,000 lines are all named, by what they are, and nothing else is", () => {
  const expected: string[] = [];
  const named: string[] = [];
  const effects: PlacedAmount[] = [];
  const [network, ledger] = [new Sums(), new Sums()];
  const note = ({ differences, effects: explained }: ReturnType<typeof compareSending>) => {
    named.push(...differences.map(({ what, subject }) => `${what} ${subject}`));
    effects.push(...explained);
  };
  for (let at = 0; at < perSide; at += 1) {
    const isPlanted = at % everyNth === 0;
    const [ofCredit, ofSending] = [creditPair(at), sendingPair(at)];
    const [what, change] = faultAt(credits, at);
    const [sentWhat, changeSent] = faultAt(sendings, at);
    const credit: Sides<StatementCredit, BookedCredit> = isPlanted ? change(ofCredit) : ofCredit;
    const sent: Sides<StatementSending, BookedMovement> = isPlanted ? changeSent(ofSending) : ofSending;
    const bySubject = sentWhat === "held_open" || sentWhat === "sent_without_rail" ? "out" : "tx";
    if (isPlanted) expected.push(`${what} in-${at}`, `${sentWhat} ${bySubject}-${at}`);
    for (const [sums, sideCredit] of [[network, credit.rail] as const, [ledger, credit.ledger] as const])
      if (sideCredit)
        sums.add([{ place: "deposits", asset: sideCredit.asset ?? "", amount: sideCredit.amount - sideCredit.fee }]);
    for (const [sums, sideSending] of [[network, sent.rail] as const, [ledger, sent.ledger] as const]) {
      sums.add(sideSending?.effects ?? []);
      sums.add(sideSending?.fees ?? [], -1n);
    }
    note(compareCredit(credit.rail, credit.ledger));
    note(compareSending(sent.rail, sent.ledger, readAt));
  }
  const balances = new NetworkBalances();
  for (const place of ["deposits", "hot"] as const)
    for (const asset of assets) {
      const amount = network.at(place, asset);
      balances.add([{ place, address: `our ${place}`, asset, amount, expected: amount }]);
    }
  const sums = new PlaceSums(balances);
  sums.explain(effects);
  expect(sums.unexplained(assets, ledger.at)).toEqual([]);
  expect(expected).toHaveLength(40);
  expect(named.sort()).toEqual(expected.sort());
});
