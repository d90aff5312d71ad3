import type { FormReply } from "../../forms/reply.ts";

/** What a form of the partner's page gets back, and which form it is: a new link, the list of links, or the payout. */
export type AffiliateFormResult = { form: "add" | "rename" | "payout"; reply: FormReply };
