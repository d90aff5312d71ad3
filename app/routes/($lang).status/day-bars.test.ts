import { expect, test } from "vitest";
import { barsOf } from "./day-bars.ts";

test("a worse day is a lower bar, and a day without a measurement only an outline", () => {
  expect(barsOf(["works", "partly", "stopped", "unknown"])).toEqual({
    works: "M0 28v-28h6v28z",
    partly: "M8 28v-20h6v20z",
    stopped: "M16 28v-12h6v12z",
    unknown: "M25 27v-26h4v26z",
  });
});

test("a state of a newer service is never green", () => {
  expect(barsOf(["splendid"])).toMatchObject({ works: "", unknown: "M1 27v-26h4v26z" });
});

test("the hours of two days have a gap between them", () => {
  expect(barsOf(["works"], ["works"])).toMatchObject({ works: "M0 28v-28h6v28zM20 28v-28h6v28z" });
});
