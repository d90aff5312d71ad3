import { describe, expect, test } from "vitest";
import { type BookedCredit, compareCredit } from "./compare-credits.ts";
import { type BookedMovement, compareSending } from "./compare-sendings.ts";
import { NetworkBalances, PlaceSums } from "./place-sums.ts";
import type { StatementBalance, StatementCredit, StatementSending } from "./statement-lines.ts";

const readAt = new Date("2026-11-21T12:00:00.000Z");
const credit: StatementCredit = {
  ...{ id: "0x1", asset: "usdt", place: "deposits", amount: 5n, fee: 1n, state: "included", isUnderWay: false },
};
const booked: BookedCredit = {
  ...{ railPaymentId: "0x1", asset: "usdt", amount: 5n, fee: 1n, place: "deposits", finalAt: null },
};
const names = ({ differences }: { differences: readonly { what: string }[] }) => differences.map(({ what }) => what);

describe("a credit", () => {
  test.each<[string, Partial<StatementCredit> | null, Partial<BookedCredit> | null, string[]]>([
    ["that is booked agrees", {}, {}, []],
    ["that nobody has booked is named", {}, null, ["credit_not_booked"]],
    ["that is not told yet is under way", { isUnderWay: true }, null, []],
    ["after the statement is not booked yet", { state: "later" }, null, []],
    ["after the statement may be booked", { state: "later" }, {}, []],
    ["that the rail does not know is named", null, {}, ["booked_without_credit"]],
    ["that is gone and stays booked is named", { state: "gone" }, {}, ["booked_without_credit"]],
    ["that is gone, which is being told, is under way", { state: "gone", isUnderWay: true }, {}, []],
    ["booked with another amount is named", {}, { amount: 4n }, ["amount_differs"]],
    ["booked in another asset is named", {}, { asset: "eth" }, ["asset_differs"]],
    ["booked with another fee is named", {}, { fee: 0n }, ["fee_differs"]],
    ["that no setting names is nobody's", { asset: null }, null, []],
  ])("%s", (_, ofRail, ofLedger, expected) => {
    const compared = compareCredit(
      ofRail ? { ...credit, ...ofRail } : undefined,
      ofLedger ? { ...booked, ...ofLedger } : undefined,
    );
    expect(names(compared)).toEqual(expected);
  });

  test("explains to the balances what the rail has more, fault or not", () => {
    const of = { place: "deposits", asset: "usdt" };
    expect(compareCredit({ ...credit, isUnderWay: true }, undefined).effects).toEqual([{ ...of, amount: 4n }]);
    expect(compareCredit({ ...credit, state: "later" }, booked).effects).toEqual([{ ...of, amount: -4n }]);
  });
});

const fee = { place: "hot", asset: "eth", amount: 3n } as const;
const sending: StatementSending = {
  ...{ movementId: "out_1", txId: "0x2", asset: "usdt", amount: 5n, moved: 5n, state: "included", isLongOver: false },
  ...{ effects: [{ place: "hot", asset: "usdt", amount: -5n }], fees: [fee] },
};
const nothingMoved = { moved: 0n, effects: [], fees: [] };
const movement: BookedMovement = {
  ...{ id: "out_1", asset: "usdt", amount: 5n, moved: 5n, effects: [{ place: "hot", asset: "usdt", amount: -5n }] },
  ...{ fees: [fee], endedAt: new Date("2026-11-21T11:00:00.000Z") },
};
const underWay = { ...nothingMoved, endedAt: null };

describe("what was sent", () => {
  test.each<[string, Partial<StatementSending> | null, Partial<BookedMovement> | null, string[]]>([
    ["and is booked agrees", {}, {}, []],
    ["is under way while the ledger has not heard of it", {}, underWay, []],
    ["and is over since long is named while it is held", { isLongOver: true }, underWay, ["held_open"]],
    ["in a later block may be booked", { ...nothingMoved, state: "later" }, {}, []],
    ["for nobody is named", {}, null, ["signed_unknown"]],
    ["without being signed is named", { movementId: null }, null, ["rail_without_sent"]],
    ["without being signed, which a person is about to book, is not", { movementId: null, state: "later" }, null, []],
    ["and is booked as failed is named", {}, { moved: 0n, effects: [] }, ["rail_without_sent"]],
    ["with another amount is named", {}, { moved: 4n }, ["amount_differs"]],
    ["in another asset is named", { asset: "dai" }, {}, ["asset_differs"]],
    ["with another fee is named", {}, { fees: [{ ...fee, amount: 2n }] }, ["fee_differs"]],
    ["by nobody and booked is named", null, { fees: [] }, ["sent_without_rail"]],
    [
      "and is only signed is named once it is booked",
      { ...nothingMoved, state: "signed" },
      { fees: [] },
      ["sent_without_rail"],
    ],
    ["may be unread, where it was booked after the reading", null, { endedAt: readAt }, []],
    ["by nobody and failed agrees", null, { ...nothingMoved }, []],
  ])("%s", (_, ofRail, ofLedger, expected) => {
    const compared = compareSending(
      ofRail ? { ...sending, ...ofRail } : undefined,
      ofLedger ? { ...movement, ...ofLedger } : undefined,
      readAt,
    );
    expect(names(compared)).toEqual(expected);
  });

  test("explains to the balances what left and is not booked, fees included", () => {
    const { effects } = compareSending(sending, { ...movement, ...underWay }, readAt);
    expect(effects).toEqual([
      { place: "hot", asset: "usdt", amount: -5n },
      { ...fee, amount: -3n },
    ]);
  });
});

describe("balances", () => {
  const balance: StatementBalance = { place: "deposits", address: "0xa", asset: "usdt", amount: 5n, expected: 5n };
  const unexplained = (ledger: bigint, page: readonly StatementBalance[], explained = 0n) => {
    const balances = new NetworkBalances();
    balances.add(page);
    const sums = new PlaceSums(balances);
    sums.explain([{ place: "deposits", asset: "usdt", amount: explained }]);
    const differences = sums.unexplained(["usdt"], (place) => (place === "deposits" ? ledger : 0n));
    return differences.map(({ subject, rail, ledger: side }) => `${subject} ${rail?.amount} ${side?.amount}`);
  };
  const twoDiffering = [
    { ...balance, amount: 7n },
    { ...balance, address: "0xb", amount: 3n },
  ];
  test.each<[string, bigint, readonly StatementBalance[], bigint, string[]]>([
    ["agree with the ledger", 5n, [balance], 0n, []],
    ["agree with what comparisons explain", 2n, [balance], 3n, []],
    ["are named by their place where no address explains it", 4n, [balance], 0n, ["deposits 5 4"]],
    ["are named by the address alone where it explains all", 5n, [{ ...balance, amount: 7n }], 0n, ["0xa 7 5"]],
    ["are not named where operators have booked it", 7n, [{ ...balance, amount: 7n }], 0n, []],
    ["are named by both where both differ", 4n, [{ ...balance, amount: 7n }], 0n, ["0xa 7 5", "deposits 7 4"]],
    ["are named by both addresses that make up for each other", 10n, twoDiffering, 0n, ["0xa 7 5", "0xb 3 5"]],
    ["are missing where the network has none", 4n, [], 0n, ["deposits 0 4"]],
  ])("%s", (_, ledger, page, explained, expected) => expect(unexplained(ledger, page, explained)).toEqual(expected));
});
