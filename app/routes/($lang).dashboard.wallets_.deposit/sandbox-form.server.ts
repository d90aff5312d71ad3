import { z } from "zod/v4";
import { sandboxDepositEvents } from "../../../contract/balance/balance-lists.ts";

/** The buttons of the test panel; `amount` is empty for a typical one. */
export const sandboxDepositForm = z.object({
  intent: z.enum(sandboxDepositEvents),
  asset: z.string({ error: "required" }).max(40),
  amount: z.string().max(80).optional(),
});
