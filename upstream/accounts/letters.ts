import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { letter } from "../db/schema/service.ts";

/** Letters about accounts: with a code, or about something that has happened (see the login history). */
export const codeLetters = ["sign_up_code", "reset_code", "email_change_code"] as const;
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
export type CodeLetter = (typeof codeLetters)[number];
export type AccountLetter = (typeof noticeLetters)[number];

/** The job's word for all of them. */
export const accountLetterJob = "account";

type Telling = {
  kind: CodeLetter | AccountLetter;
  /** The code or the line of the history that it is about. */
  about: string;
  to: string;
  language: Lang;
  now: Date;
  /** A letter for nobody: the same work, and nothing is sent. */
  isForNobody?: boolean;
};

/** Sends a letter off to be written, in the transaction of its cause. Nothing in the job or its row opens anything. */
export async function tell(tx: Tx, ctx: Pick<Context, "ids" | "jobs">, telling: Telling): Promise<void> {
  const { kind, about, to, language, now, isForNobody = false } = telling;
  const id = [accountLetterJob, about, ctx.ids.newId("lt")].join(":");
  const status = isForNobody ? "overtaken" : "queued";
  await tx.insert(letter).values({ id, kind, language, to, status, createdAt: now });
  await ctx.jobs.send(tx, "letter", { ref: id, kind: accountLetterJob, version: "1" });
}

/** What the letter of that number is about. */
export const aboutOf = (letterId: string) => letterId.split(":")[1] ?? "";
