import { z } from "zod/v4";
import { decimal } from "../values/amount.ts";

/** What one payer may send within `days` by means that can be taken back, US dollars. */
export const payerLimit = z.object({ limit_usd: decimal, left_usd: decimal, days: z.int() }).meta({ id: "PayerLimit" });
export type PayerLimit = z.infer<typeof payerLimit>;
