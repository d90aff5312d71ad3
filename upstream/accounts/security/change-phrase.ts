import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { member as memberTable } from "../../db/schema/accounts.ts";
import { isRefusal, type Refusal, refuseFields } from "../../domain/refusal.ts";
import { queueAccountEmail } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { lockAccount, type SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { recordSecurityEvent } from "./history.ts";
import { checkSecondFactor } from "./second-factor.ts";

const lengths = { least: 4, most: 60 };

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs">;
type PhraseChange = {
  phrase: string | null;
  password: string;
  secondFactor: string | null;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Sets or removes the member's own words in our e-mails; requires the password and the second factor, since who could
 * change them could imitate us. Nothing else of the account changes, so other sessions continue. The notice has the new
 * phrase, as every later e-mail.
 */
export async function changePhrase(
  ctx: Accounts,
  signedIn: SignedIn,
  { phrase: typed, password, secondFactor, origin, now }: PhraseChange,
): Promise<{ phrase: string | null } | Refusal> {
  const { member } = signedIn;
  const phrase = typed === null ? null : oneLine(typed) || null;
  const length = phrase === null ? null : Array.from(phrase).length;
  if (length !== null && (length < lengths.least || length > lengths.most)) {
    return refuseFields({ pointer: "/phrase", code: "phrase_length" });
  }
  const proven = await provePassword(ctx, { member, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  const refusal = await checkSecondFactor(ctx, { member, typed: secondFactor, origin, now });
  if (refusal) return refusal;
  const over = await ctx.db.transaction(async (tx) => {
    const ended = await lockAccount(tx, signedIn, proven.passwordHash);
    if (ended) return ended;
    await tx.update(memberTable).set({ phrase }).where(eq(memberTable.id, member.id));
    const event = { memberId: member.id, event: "phrase_changed", method: "password", origin, now } as const;
    const about = await recordSecurityEvent(tx, ctx, event);
    const notice = { kind: "phrase_changed", about, to: member.email, language: member.locale, now } as const;
    await queueAccountEmail(tx, ctx, notice);
    return undefined;
  });
  ctx.jobs.wakeWorkers();
  return over ?? { phrase };
}

/** Line ends and invisible characters would let a phrase look like a part of the e-mail. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
