import { z } from "zod/v4";
import { parseRef } from "../../contract/order/order-number.ts";
import { parseMoment } from "../../contract/values/moment.ts";

const described = (description: string) => ({ error: description });

/** An order number as people write it. */
export const refArgument = z
  .string(described("Enter the order number."))
  .transform((typed, context) => {
    const ref = parseRef(typed);
    if (ref) return ref;
    context.addIssue({ code: "custom", message: `"${typed}" is not an order number.` });
    return z.NEVER;
  })
  .describe("order number, with or without dashes");

/** Every change needs a reason, which the audit log stores. */
export const reasonArgument = z
  .string(described('Enter a reason with --reason "...".'))
  .trim()
  .min(3, "Enter a reason of at least 3 characters.")
  .max(500, "Enter a reason of at most 500 characters.")
  .describe("reason, kept in the audit log");

export const assetArgument = z.string(described("Enter the asset.")).describe("asset, as in `reserve list`");
export const pairArgument = z.string(described("Enter the pair.")).describe("pair, as in `pairs list`");
export const amountArgument = z.string(described("Enter the amount.")).describe("decimal amount, 1000.50");
export const limitArgument = z.coerce.number().int().min(1).max(1000).default(20).describe("how many rows");

/** Given alone or as `yes`. */
export const flag = (description: string) =>
  z.enum(["yes"], described("Use it without a value or with yes.")).optional().describe(description);
export const isFlag = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodEnum && z.safeParse(schema, "yes").success;

/** For commands that ask before they move more than their band. */
export const anywayArgument = flag("although it asks; explain it in the reason");
/** For every command that changes something. */
export const dryRunArgument = flag("only show what it would change");

const momentForm =
  "Enter a date that exists, 2026-12-31, or a time, 2026-12-31T23:59:59Z or 2026-12-31T23:59:59+03:00.";
/** A date of UTC or a time as documented. Refuses what is not in the calendar, which would be taken for another day. */
export const momentArgument = z.string(described(momentForm)).transform((typed, context) => {
  const at = parseMoment(typed.trim());
  if (at) return at;
  context.addIssue({ code: "custom", message: momentForm });
  return z.NEVER;
});
export const sinceArgument = momentArgument.optional().describe("only from this time, 2026-12-31T08:00:00Z");
export const txArgument = z
  .string(described("Enter the transaction with --tx."))
  .trim()
  .min(1, "Enter the transaction.")
  .max(200)
  .describe("transaction id at the rail");
export const railArgument = z
  .string(described("Enter the rail."))
  .trim()
  .max(60)
  .describe("rail, as in `reserve list`");
