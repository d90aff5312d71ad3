import { describe, expect, test } from "vitest";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { simulate } from "../../support/simulation/simulate.ts";

/** `npm run proof` simulates 100,000; repeat a failure with SEED and, if known, CUSTOMERS=17,42. */
const orders = Number(process.env.ORDERS ?? 12);
const names = (count: number) => Array.from({ length: count }, (_, name) => name + 1);
const customers = process.env.CUSTOMERS?.split(",").map(Number) ?? names(orders);

describe("an exchange with lost, delayed, repeated and reordered messages", {
  timeout: 300_000 + orders * 2000,
}, () => {
  test("completes every order and withdrawal, with a ledger equal to the rails' books and wallets by the rules", async () => {
    const { faults } = await simulate(await freshDatabase(), seed("simulation"), customers);
    expect(faults).toEqual([]);
  });

  test("replays the same history from the same seed", async () => {
    const chosen = seed("simulation played twice");
    const play = async (begin: number) => simulate(await freshDatabase(), begin, names(2), 4);
    const [first, second] = [await play(chosen), await play(chosen)];
    expect(second.history).toBe(first.history);
    expect((await play(chosen + 1)).history).not.toBe(first.history);
  });
});
