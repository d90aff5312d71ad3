import { expect, test } from "vitest";
import { withTimeout } from "./with-timeout.ts";

const never = new Promise<string>(() => {});

test("returns the result of work that ends in time", async () => {
  expect(await withTimeout(Promise.resolve("done"), 60_000, "late")).toBe("done");
});

test("returns the fallback for work that does not end", async () => {
  expect(await withTimeout(never, 1, "late")).toBe("late");
});

test("throws when the work fails in time", async () => {
  await expect(withTimeout(Promise.reject(new Error("broken")), 60_000, "late")).rejects.toThrow("broken");
});
