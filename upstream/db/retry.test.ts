import { describe, expect, test } from "vitest";
import { brokenConstraint, retrying, sqlState } from "./retry.ts";

describe("a transaction", () => {
  test.each(["40001", "40P01"])("is retried after serialization error %s", async (code) => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      // As drizzle throws it: the driver's error is the cause.
      if (runs < 3) throw new Error("Failed query", { cause: Object.assign(new Error("conflict"), { code }) });
      return "done";
    };
    expect(await retrying(work)).toBe("done");
    expect(runs).toBe(3);
  });

  test.each(["transfer_pkey", "transfer_settles_once"])(
    "is retried after conflict %s with a concurrent transaction",
    async (constraint) => {
      let runs = 0;
      const work = async () => {
        runs += 1;
        if (runs < 2)
          throw new Error("Failed query", { cause: Object.assign(new Error(), { code: "23505", constraint }) });
        return "done";
      };
      expect(await retrying(work)).toBe("done");
    },
  );

  test("is not retried after other errors", async () => {
    let runs = 0;
    const failure = Object.assign(new Error("broken rule"), { code: "23514", constraint: "account_floor" });
    const work = async () => {
      runs += 1;
      throw failure;
    };
    await expect(retrying(work)).rejects.toBe(failure);
    expect(runs).toBe(1);
    expect([sqlState(failure), brokenConstraint(failure)]).toEqual(["23514", "account_floor"]);
  });

  test("that conflicts every time throws the conflict", async () => {
    const conflict = Object.assign(new Error("conflict"), { code: "40001" });
    await expect(retrying(() => Promise.reject(conflict))).rejects.toBe(conflict);
  });
});
