import { expect, test } from "vitest";
import { quietTurn } from "./quiet-turn.ts";

/** The turns until the call back, when this many connections or requests arrive in each. */
function turnsUntilCalled(arrivals: (turn: number) => number): number {
  let [arrived, turns] = [0, 0];
  let [planned, isCalled] = [() => {}, false];
  const next = quietTurn(
    () => arrived,
    (callback) => {
      planned = callback;
    },
  );
  next(() => {
    isCalled = true;
  });
  while (!isCalled) {
    arrived += arrivals(turns);
    turns += 1;
    planned();
  }
  return turns;
}

test("work goes on after one turn without arrivals", () => {
  expect(turnsUntilCalled(() => 0)).toBe(2);
});

test("work waits while connections arrive, which Node accepts one in a turn", () => {
  expect(turnsUntilCalled((turn) => (turn < 30 ? 1 : 0))).toBe(31);
});

test("work waits no longer than 200 turns: a flood must not stop it", () => {
  expect(turnsUntilCalled(() => 1)).toBe(200);
});
