import { expect, test } from "vitest";
import { giveWay } from "./give-way.ts";

test("a process gives way to others, unless its operator has chosen a priority", () => {
  const set: number[] = [];
  for (const chosen of [-5, 0, 5, 19]) {
    giveWay(
      () => chosen,
      (priority) => set.push(chosen, priority),
    );
  }
  expect(set).toEqual([0, 10]);
});
