import { z } from "zod/v4";
import { parseRef } from "../domain/order-ref.ts";

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
