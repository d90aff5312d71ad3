import { z } from "zod/v4";

export const movementArgument = z
  .string({ error: "Enter the payout." })
  .trim()
  .max(80)
  .describe("payout or refund, as in `payouts list`");
