import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { letter } from "../db/schema/service.ts";

/** E-mails about accounts: with a code, or about a security event (see the sign-in history). */
const codeLetters = ["sign_up_code", "reset_code", "email_change_code"] as const;
export const noticeLetters = [
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
  "closed",
] as const;
type CodeLetter = (typeof codeLetters)[number];
export type AccountLetter = (typeof noticeLetters)[number];

/** The job kind of all account e-mails. */
export const accountLetterJob = "account";

type Telling = {
  kind: CodeLetter | AccountLetter;
  /** The id of the code or of the history entry. */
  about: string;
  to: string;
  language: Lang;
  now: Date;
  /** Does the same work without sending anything, to hide whether the account exists. */
  isForNobody?: boolean;
};

/** Queues an account e-mail in the caller's transaction. Neither job nor row contains a secret. */
export async function tell(tx: Tx, ctx: Pick<Context, "ids" | "jobs">, telling: Telling): Promise<void> {
  const { kind, about, to, language, now, isForNobody = false } = telling;
  const id = [accountLetterJob, about, ctx.ids.newId("lt")].join(":");
  const status = isForNobody ? "overtaken" : "queued";
  await tx.insert(letter).values({ id, kind, language, to, status, createdAt: now });
  await ctx.jobs.send(tx, "letter", { ref: id, kind: accountLetterJob, version: "1" });
}

/** The code or history entry an e-mail is about. */
export const aboutOf = (letterId: string) => letterId.split(":")[1] ?? "";
