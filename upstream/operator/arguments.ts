import { z } from "zod/v4";
import { parseRef } from "../domain/fields/order-ref.ts";

const told = (words: string) => ({ error: words });

/** An order's number as people write it. */
export const refArgument = z
  .string(told("Which order? Give its number."))
  .transform((typed, context) => {
    const ref = parseRef(typed);
    if (ref) return ref;
    context.addIssue({ code: "custom", message: `"${typed}" is not an order number.` });
    return z.NEVER;
  })
  .describe("order number, with or without dashes");

/** Whoever changes something says why; it is kept with the change. */
export const reasonArgument = z
  .string(told('Say why with --reason "...".'))
  .trim()
  .min(3, "Say why with a few words.")
  .max(500)
  .describe("why; kept in the audit");

export const assetArgument = z.string(told("Which asset?")).describe("asset, as in `reserve list`");
export const pairArgument = z.string(told("Which pair?")).describe("pair, as in `pairs list`");
export const amountArgument = z.string(told("How much?")).describe("decimal amount, 1000.50");
export const limitArgument = z.coerce.number().int().min(1).max(1000).default(20).describe("how many rows");

/** Given alone or as `yes`. */
export const flag = (words: string) => z.enum(["yes"], told("Give it alone, or as yes.")).optional().describe(words);
export const isFlag = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodEnum && z.safeParse(schema, "yes").success;

export const momentArgument = z.coerce.date(told("A time, 2026-12-31 or 2026-12-31T23:59:59Z."));
export const sinceArgument = momentArgument.optional().describe("only from this time on, 2026-12-31T08:00:00Z");
export const txArgument = z
  .string(told("Name the transaction with --tx."))
  .trim()
  .min(1, "Name the transaction.")
  .max(200)
  .describe("transaction at the rail");
export const railArgument = z.string(told("Which rail?")).trim().max(60).describe("rail, as in `reserve list`");
