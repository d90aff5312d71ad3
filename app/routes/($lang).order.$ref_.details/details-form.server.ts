import { z } from "zod/v4";

const text = z.string().max(500).default("");
const account = z.object({ account: text, memo: text });

/**
 * The shape of the form, no more: which fields are asked for, and what an address or a name may look like, is the
 * service's to say, and it points at every wrong field at once.
 */
export const detailsForm = z.object({
  payin: z.object({ account: text }).optional(),
  payout: account.extend({ extra: z.object({ full_name: text }).default({ full_name: "" }) }),
  refund: account.optional(),
  email: text,
});
