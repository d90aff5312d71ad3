import type { Lang } from "../../contract/values/languages.ts";
import type { Tx } from "../db/database.ts";
import { queueEmail } from "../mail/outbox/queue-email.ts";
import type { EmailCause } from "../mail/rules/email-cause.ts";
import type { Context } from "../ports/context.ts";

/** Emails about accounts: with a code, or about a security event (see the sign-in history). */
const codeEmailKinds = [
  "sign_up_code",
  "reset_code",
  "email_change_code",
  "bot_check_code",
  "addresses_only_code",
  "address_code",
  "wallet_payment_code",
] as const;
export const noticeEmailKinds = [
  "sign_up_taken",
  "email_change_taken",
  "signed_in",
  "password_changed",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "two_factor_failed",
  "recovery_code_used",
  "google_linked",
  "email_changed",
  "phrase_changed",
  "addresses_only_on",
  "addresses_only_off",
  "account_frozen",
  "address_requested",
  "address_saved",
  "address_renamed",
  "address_deleted",
  "wallet_paid",
  "withdrawals_frozen",
  "withdrawals_unfrozen",
  "unlocked",
  "order_emails_off",
  "closed",
] as const;
type CodeEmailKind = (typeof codeEmailKinds)[number];
type AccountEmailKind = (typeof noticeEmailKinds)[number];

/**
 * Who caused each, unless the caller knows better. A code that anybody can ask for was asked for by a stranger, also one to
 * a new address; a right password makes what follows the member's own affair.
 */
const causeOfKind: Record<CodeEmailKind | AccountEmailKind, EmailCause> = {
  sign_up_code: "stranger",
  reset_code: "stranger",
  email_change_code: "stranger",
  bot_check_code: "stranger",
  addresses_only_code: "member",
  address_code: "member",
  wallet_payment_code: "member",
  sign_up_taken: "stranger",
  email_change_taken: "stranger",
  signed_in: "house",
  password_changed: "member",
  password_reset: "mailbox",
  two_factor_enabled: "member",
  two_factor_disabled: "member",
  two_factor_failed: "house",
  recovery_code_used: "house",
  google_linked: "member",
  email_changed: "member",
  phrase_changed: "member",
  addresses_only_on: "member",
  addresses_only_off: "member",
  // By the session or by the link of an email.
  account_frozen: "member",
  wallet_paid: "member",
  address_requested: "member",
  address_saved: "member",
  address_renamed: "member",
  address_deleted: "member",
  withdrawals_frozen: "operator",
  withdrawals_unfrozen: "operator",
  unlocked: "operator",
  order_emails_off: "member",
  closed: "member",
};

/** The job kind of all account emails. */
export const accountEmailJob = "account";

export type AccountEmail = {
  kind: CodeEmailKind | AccountEmailKind;
  /** The id of the code or of the history entry. */
  about: string;
  to: string;
  language: Lang;
  now: Date;
  /** Where the caller knows more than the kind tells. */
  cause?: EmailCause;
  /** Does the same work without sending anything, to hide whether the account exists. */
  isDecoy?: boolean;
};

/** Queues an account email in the caller's transaction. Neither job nor row contains a secret. */
export async function queueAccountEmail(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  request: AccountEmail,
): Promise<void> {
  const { about, cause = causeOfKind[request.kind], ...email } = request;
  const id = [accountEmailJob, about, ctx.ids.newId("lt")].join(":");
  await queueEmail(tx, ctx, { ...email, id, cause }, { kind: accountEmailJob });
}

/** The code or history entry an email is about. */
export const subjectIdOf = (emailId: string) => emailId.split(":")[1] ?? "";
