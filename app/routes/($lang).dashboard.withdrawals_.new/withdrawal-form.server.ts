import { z } from "zod/v4";
import { withdrawalSources } from "../../../contract/balance/withdrawal-lists.ts";
import { shortDecimal } from "../../../contract/values/decimal.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { type AmountProblem, readAmount, typedAmount } from "../../forms/amount-input.ts";
import type { FieldProblem } from "../../forms/reply.ts";

const text = z.string({ error: "required" }).max(500, { error: "too_long" });

/** The service validates address and amount; `after` is the newest withdrawal that the page showed. */
export const withdrawalForm = z.object({
  asset: text,
  amount: z.string({ error: "required" }).max(200, { error: "amount_huge" }),
  account: text,
  memo: z.string().max(500, { error: "too_long" }).optional(),
  source: z.enum(withdrawalSources, { error: "invalid" }).default("wallet"),
  after: z.string().max(64).default(""),
  intent: z.string().max(80).optional(),
});

/** The amount in the reader's own format, or what is wrong with it. */
export function amountOf(typed: string, lang: Lang, decimals: number, symbol?: string): string | FieldProblem {
  const reading = readAmount(typed, lang, decimals, symbol);
  return reading.ok ? reading.amount : problemOf(reading.problem, decimals);
}

/** A decimal of the service as the reader would type it. */
export const typedDecimal = (amount: string, lang: Lang) => typedAmount(shortDecimal(amount), lang);

function problemOf(problem: AmountProblem, decimals: number): FieldProblem {
  if (problem === "empty") return { code: "required" };
  if (problem === "decimals") return { code: "amount_decimals", meta: { decimals: String(decimals) } };
  if (problem === "zero" || problem === "negative") return { code: "amount_zero" };
  return { code: problem === "huge" ? "amount_huge" : "amount_format" };
}
