import { labelSkeleton } from "../../accounts/rules/label-skeleton.ts";

/** Words by which a link would seem to come from us. */
const reservedWords = [
  ...["admin", "administrator", "support", "help", "helpdesk", "official", "operator", "moderator", "staff", "team"],
  ...["security", "service", "info", "billing", "payment", "payments", "payout", "refund", "refunds", "system", "root"],
  ...["kyc", "aml", "noreply", "no-reply", "abuse", "webmaster", "postmaster", "contact", "wallet", "bonus"],
].map(labelSkeleton);

/**
 * Whether a partner may not choose this code: it, or a part of it between hyphens, is a word that speaks for us, or it has
 * our name in it. Look-alike letters and digits count as the letter.
 */
export function isReservedCode(code: string, brand: string): boolean {
  const whole = labelSkeleton(code);
  const parts = code.split(/[-_]/).map(labelSkeleton);
  return whole.includes(labelSkeleton(brand)) || [whole, ...parts].some((part) => reservedWords.includes(part));
}
