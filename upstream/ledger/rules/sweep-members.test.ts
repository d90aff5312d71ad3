import { expect, test } from "vitest";
import { isComplete, type SweepSteps, sweepsOf, whereaboutsIn } from "./sweep-members.ts";

const lies = { arrivedAt: 10n, takenBackAt: null };
const sweep = (id: string, heldAt: bigint, steps: Partial<SweepSteps> = {}): SweepSteps => ({
  ...{ id, heldAt, amount: 100n, gone: 0n, isPart: false },
  ...{ arrivedAt: null, isReturned: false, returnedAt: null, ...steps },
});
const ids = (sweeps: readonly SweepSteps[]) => sweeps.map(({ id }) => id);
const returned = (returnedAt: bigint | null) => ({ isReturned: true, returnedAt });

test.each<[string, SweepSteps[], string[], string]>([
  ["no sweep", [], [], "deposits"],
  ["a sweep that was asked for before it arrived", [sweep("a", 9n, { arrivedAt: 11n })], [], "deposits"],
  ["a sweep under way", [sweep("a", 11n)], ["a"], "deposits"],
  ["a sweep that arrived", [sweep("a", 11n, { arrivedAt: 12n })], ["a"], "sweep"],
  ["the next sweep after that", [sweep("a", 11n, { arrivedAt: 12n }), sweep("b", 13n)], ["a"], "sweep"],
  ["a sweep that came back", [sweep("a", 11n, { arrivedAt: 12n, ...returned(13n) })], ["a"], "deposits"],
  [
    "the sweep after it came back",
    [sweep("a", 11n, { arrivedAt: 12n, ...returned(13n) }), sweep("b", 14n, { arrivedAt: 15n })],
    ["a", "b"],
    "sweep",
  ],
  [
    "a sweep that was asked for before it came back",
    [sweep("a", 11n, { arrivedAt: 12n, ...returned(15n) }), sweep("b", 13n, { arrivedAt: 14n })],
    ["a"],
    "deposits",
  ],
  ["two that arrived, the first late", [sweep("a", 11n, { arrivedAt: 14n }), sweep("b", 13n)], ["a", "b"], "sweep"],
  [
    "a sweep of which a part came back",
    [sweep("a", 11n, { arrivedAt: 12n, ...returned(13n), isPart: true })],
    ["a"],
    "unknown",
  ],
])("a payment with %s", (_, sweeps, expected, at) => {
  const found = sweepsOf(lies, sweeps);
  expect([ids(found), whereaboutsIn(found, lies).at]).toEqual([expected, at]);
});

test("no sweep that was asked for after a payment was taken back has moved it", () => {
  const gone = { arrivedAt: 10n, takenBackAt: 12n };
  expect(ids(sweepsOf(gone, [sweep("a", 11n), sweep("b", 13n)]))).toEqual(["a"]);
  expect(isComplete([], gone, 13n)).toBe(true);
});

test("later sweeps are not read once one has moved the payment for good", () => {
  const moved = sweep("a", 11n, { arrivedAt: 12n });
  expect(isComplete([moved], lies, 12n)).toBe(false);
  expect(isComplete([moved], lies, 13n)).toBe(true);
  expect(isComplete([{ ...moved, ...returned(14n) }], lies, 13n)).toBe(false);
});
