import { expect, test } from "vitest";
import { flowTable } from "../../ledger/rules/flow-table.ts";
import { cashFigureOf, profitFigureOf } from "./figures.ts";

const atRails = new Set(["rail", "deposits", "gas", "dust", "disputed"]);
const ofOurs = new Set(["reserve", "shortfall"]);

/**
 * Every pair of accounts that the table of flows allows, with its code. A forced transfer may take from the shortfall what its
 * debit account does not have; an account at a rail goes below zero instead.
 */
const moves = flowTable.flatMap(({ code, step, debit, credit }) => {
  const mayLack = step.includes("forced") && debit.some((account) => !atRails.has(account));
  const from = mayLack ? [...debit, "shortfall"] : debit;
  return from.flatMap((debited) => credit.map((credited) => ({ code, debited, credited })));
});
const crosses = (side: ReadonlySet<string>) =>
  moves.filter(({ debited, credited }) => side.has(debited) !== side.has(credited));

test.each([...new Set(crosses(atRails).map(({ code }) => code))])("%s at a rail has a figure", (code) => {
  expect(cashFigureOf(code)).toBeTruthy();
});

test.each([...new Set(crosses(ofOurs).map(({ code }) => code))])("%s of our own money has a figure", (code) => {
  const ofOwners = ["funding", "profit_taken"].includes(code);
  expect(profitFigureOf(code) === null).toBe(ofOwners);
});

test("a code that never moves money at a rail has none", () => {
  expect(() => cashFigureOf("conversion")).toThrow();
  expect(() => profitFigureOf("payin")).toThrow();
});
