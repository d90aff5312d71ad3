import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { emailMessage } from "../db/schema/service.ts";

/** E-mails about accounts: with a code, or about a security event (see the sign-in history). */
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
  "closed",
] as const;
type CodeEmailKind = (typeof codeEmailKinds)[number];
type AccountEmailKind = (typeof noticeEmailKinds)[number];

/** The job kind of all account e-mails. */
export const accountEmailJob = "account";

export type AccountEmail = {
  kind: CodeEmailKind | AccountEmailKind;
  /** The id of the code or of the history entry. */
  about: string;
  to: string;
  language: Lang;
  now: Date;
  /** Does the same work without sending anything, to hide whether the account exists. */
  isDecoy?: boolean;
};

/** Queues an account e-mail in the caller's transaction. Neither job nor row contains a secret. */
export async function queueAccountEmail(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  request: AccountEmail,
): Promise<void> {
  const { kind, about, to, language, now, isDecoy = false } = request;
  const id = [accountEmailJob, about, ctx.ids.newId("lt")].join(":");
  const status = isDecoy ? "overtaken" : "queued";
  await tx.insert(emailMessage).values({ id, kind, language, to, status, createdAt: now });
  await ctx.jobs.send(tx, "email", { ref: id, kind: accountEmailJob, version: "1" });
}

/** The code or history entry an e-mail is about. */
export const subjectIdOf = (emailId: string) => emailId.split(":")[1] ?? "";
