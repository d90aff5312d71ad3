import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../context.ts";
import { readEmail } from "../../domain/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../domain/refusal.ts";
import { tell } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { memberByEmail, plainEmail } from "../members.ts";
import { passwordFault } from "../security/password-rules.ts";
import { hashPassword, savePassword } from "../security/passwords.ts";
import { passSecondFactor } from "../security/second-factor.ts";
import { type SecurityChange, securityChanged } from "../security/security-change.ts";
import { forgetTries } from "./attempts.ts";
import { type EmailCode, issueCode, mayAskForCode, returnCodeTry, spendCode, tryCode } from "./email-codes.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs">;
type Wish = { email: string; language: Lang; place: ClientOrigin; now: Date };

/** E-mails a code to reset the password. An address without an account takes the same work and gets no e-mail. */
export async function askToReset(ctx: Accounts, wish: Wish): Promise<EmailCode | Refusal> {
  const email = readEmail(wish.email);
  if (!email) return refuseFields({ pointer: "/email", code: wish.email === "" ? "required" : "email_format" });
  const asking = { ...wish, email, purpose: "reset", memberId: null, partner: null } as const;
  const excess = await mayAskForCode(ctx, asking);
  if (excess) return excess;
  const challenge = await ctx.db.transaction(async (tx) => {
    const found = await memberByEmail(tx, email);
    const issued = await issueCode(tx, ctx, asking);
    const language = found?.member.locale ?? wish.language;
    const letter = { kind: "reset_code", about: issued.id, to: email, language, now: wish.now } as const;
    await tell(tx, ctx, { ...letter, isForNobody: !found });
    return issued;
  });
  ctx.jobs.nudge();
  return challenge;
}

export type Reset = {
  challengeId: string;
  email: string;
  code: string;
  password: string;
  secondFactor: string | null;
  place: ClientOrigin;
  now: Date;
};

/**
 * Sets a new password with an e-mailed code. A member with an authenticator needs its code too, in case the mailbox was
 * broken into. Ends all sessions.
 */
export async function resetPassword(ctx: Accounts, asked: Reset): Promise<SecurityChange | Refusal> {
  const { challengeId: id, code: typed, place, now } = asked;
  const email = readEmail(asked.email);
  const password = passwordFault(asked.password, asked.email);
  const faults = [
    ...(email ? [] : [{ pointer: "/email", code: "email_format" } as const]),
    ...(typed === "" ? [{ pointer: "/code", code: "required" } as const] : []),
    ...(password ? [password] : []),
  ];
  if (!email || faults.length > 0) return refuseFields(...faults);
  const challenge = await tryCode(ctx, { purpose: "reset", id, email, typed, now });
  if (isRefusal(challenge)) return challenge;
  const found = await memberByEmail(ctx.db.orm, email);
  // A correctly guessed code for an address without an account.
  if (!found) return refuse("code_expired");
  const { member } = found;
  const lacking = await passSecondFactor(ctx, { member, typed: asked.secondFactor, place, now });
  if (lacking) {
    await returnCodeTry(ctx, challenge);
    return lacking;
  }
  const passwordHash = await hashPassword(asked.password);
  const changed = await ctx.db.transaction(async (tx) => {
    const late = await spendCode(tx, challenge, now);
    if (late) return late;
    await savePassword(tx, member.id, passwordHash, now);
    return securityChanged(tx, ctx, { member, event: "password_reset", method: "code", place, now });
  });
  ctx.jobs.nudge();
  // The owner of the mailbox is proven, so the lock-outs caused by guessing are lifted.
  const address = plainEmail(email);
  await forgetTries(ctx, [`sign-in:${place.network}:${address}`, `sign-in:${address}`]);
  return changed;
}
