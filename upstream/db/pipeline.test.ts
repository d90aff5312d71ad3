import { expect, test } from "vitest";
import { pipeline } from "./pipeline.ts";

test("pipelined statements all finish when one fails, and the first error is reported", async () => {
  let ended = 0;
  const later = async (error?: unknown) => {
    await new Promise(setImmediate);
    ended += 1;
    if (error) throw error;
    return ended;
  };
  const aborted = Object.assign(new Error("current transaction is aborted"), { code: "25P02" });
  const broken = Object.assign(new Error("broken rule"), { code: "23514" });
  await expect(pipeline(later(aborted), later(broken), later())).rejects.toBe(broken);
  expect(ended).toBe(3);
  expect(await pipeline(later(), "known")).toEqual([4, "known"]);
});

test("a query that is sent whenever it is awaited is sent once", async () => {
  let sent = 0;
  const query = {
    // biome-ignore lint/suspicious/noThenProperty: as the queries of drizzle are.
    then: (resolve: (rows: string) => void) => {
      sent += 1;
      resolve("rows");
    },
  };
  expect(await pipeline(query, Promise.resolve(1))).toEqual(["rows", 1]);
  expect(sent).toBe(1);
});
