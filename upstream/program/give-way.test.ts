import { expect, test } from "vitest";
import { giveWay } from "./give-way.ts";

const beside = { HOST: "127.0.0.1", API_CLIENT_SECRET: "c".repeat(32) };

function prioritiesSet(env: Parameters<typeof giveWay>[0], chosen: number): number[] {
  const set: number[] = [];
  giveWay(
    env,
    () => chosen,
    (priority) => set.push(priority),
  );
  return set;
}

test("a service gives way to a site on its machine", () => {
  expect(prioritiesSet(beside, 0)).toEqual([10]);
});

test.each([-5, 5, 19])("a priority that its operator has chosen stays: %d", (chosen) => {
  expect(prioritiesSet(beside, chosen)).toEqual([]);
});

test.each([
  ["other machines call", { ...beside, HOST: "0.0.0.0" }],
  ["no site has its secret", { ...beside, API_CLIENT_SECRET: undefined }],
])("a service keeps its priority where %s", (_, env) => {
  expect(prioritiesSet(env, 0)).toEqual([]);
});
