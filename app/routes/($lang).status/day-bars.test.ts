import { expect, test } from "vitest";
import { barsOf } from "./day-bars.ts";

test("a worse day is a lower bar, and a day without a measurement only an outline", () => {
  const bars = barsOf([{ state: "works" }, { state: "partly" }, { state: "stopped" }, { state: "unknown" }]);
  expect(bars).toEqual({
    works: "M0 28v-28h6v28z",
    partly: "M8 28v-20h6v20z",
    stopped: "M16 28v-12h6v12z",
    unknown: "M25 27v-26h4v26z",
  });
});

test("a state of a newer service is never green", () => {
  expect(barsOf([{ state: "splendid" }])).toMatchObject({ works: "", unknown: "M1 27v-26h4v26z" });
});
