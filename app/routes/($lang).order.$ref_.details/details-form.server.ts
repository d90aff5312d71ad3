import { z } from "zod/v4";
import { identityBody } from "../../../contract/order/identity.ts";

const text = z.string().max(500).default("");
const account = z.object({
  account: text,
  memo: text,
  wallet: text.transform((destination) => destination === "wallet"),
});

/**
 * Only the shape of the form: the service decides which fields are needed, validates them and reports all errors at
 * once.
 */
export const detailsForm = z.object({
  payin: z.object({ account: text }).optional(),
  payout: account.extend({ extra: z.object({ full_name: text }).default({ full_name: "" }) }),
  refund: account.optional(),
  email: text,
  identity: identityBody.optional(),
});
