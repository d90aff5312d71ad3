import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { member, signInStep } from "../../db/schema/accounts.ts";
import { readEmail } from "../../domain/fields/email.ts";
import { type Refusal, refuse, refuseFields } from "../../domain/refusal.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import { tell } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { type Found, memberByEmail, plainEmail } from "../members.ts";
import { isKnownPlace, nobody, note } from "../security/history.ts";
import { isPassword } from "../security/passwords.ts";
import { hasSecondFactor, takeSecondFactor } from "../security/second-factor.ts";
import { hashed, newToken } from "../security/secrets.ts";
import { type Allowance, forgetTries, takeTry } from "./attempts.ts";
import { type MemberRow, type Opened, openSession } from "./sessions.ts";

export type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs">;
export type Method = "password" | "google";
/** Signed in, or the token of the first step while the second is missing. */
export type Entry = { status: "open"; session: Opened } | { status: "half"; token: string; expiresAt: Date };

const allowance: Allowance = { tries: 10, seconds: 15 * 60 };
/** Time for the second step. */
const stepSeconds = 5 * 60;

/** `remembered`: the member chose to stay signed in. */
type Wish = { code: string | null; remembered: boolean; place: ClientOrigin; now: Date };
type Given = Wish & { email: string; password: string };

/**
 * Signs in with a password. An address without an account takes the same work and gets the same reply. Attempts are
 * counted per account and network, and per account for all unknown networks together: so guessing is limited, and a
 * stranger cannot lock members out of their own account.
 */
export async function signIn(ctx: Accounts, given: Given): Promise<Entry | Refusal> {
  const { password, code, remembered, place, now } = given;
  const email = readEmail(given.email);
  if (!email) return refuseFields({ pointer: "/email", code: given.email === "" ? "required" : "email_format" });
  if (password === "") return refuseFields({ pointer: "/password", code: "required" });
  const found = await memberByEmail(ctx.db.orm, email);
  const row = await proven(ctx, found, { email, password, place, now });
  return "refused" in row ? row : continueSignIn(ctx, { row, method: "password", code, remembered, place, now });
}

type Claim = { email: string; password: string; place: ClientOrigin; now: Date };

/** The member whose password matches; `invalid_credentials` for a wrong password as for no account. */
export async function proven(
  ctx: Accounts,
  found: Found | undefined,
  { email, password, place, now }: Claim,
): Promise<MemberRow | Refusal> {
  const isKnown = await isKnownPlace(ctx, found?.member.id ?? nobody, place, now);
  const here = `sign-in:${place.network}:${plainEmail(email)}`;
  const anywhere = `sign-in:${plainEmail(email)}`;
  const keys = isKnown ? [here] : [here, anywhere];
  for (const key of keys) {
    const excess = await takeTry(ctx, key, allowance, now);
    if (excess) return excess;
  }
  const isTheirs = await isPassword(password, found?.passwordHash);
  if (!isTheirs || !found) {
    const memberId = found?.member.id ?? nobody;
    await note(ctx.db.orm, ctx, { memberId, event: "sign_in_failed", method: "password", place, now });
    return refuse("invalid_credentials");
  }
  await forgetTries(ctx, keys);
  return found.member;
}

type Step = Wish & { row: MemberRow; method: Method };

/** After the first step: signs in, or requires the second factor. */
async function continueSignIn(
  ctx: Accounts,
  { row, method, code, remembered, place, now }: Step,
): Promise<Entry | Refusal> {
  if (await hasSecondFactor(ctx, row.id)) {
    if (code === null) return halfway(ctx, row.id, method, now);
    const wrong = await takeSecondFactor(ctx, { member: row, typed: code, place, now });
    if (wrong) return wrong;
  }
  return { status: "open", session: await arrive(ctx, { row, method, remembered, place, now }) };
}

/** The token that stands for the first step. */
export async function halfway(ctx: Accounts, memberId: string, method: Method, now: Date): Promise<Entry> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + stepSeconds * 1000);
  await ctx.db.orm.insert(signInStep).values({ tokenHash: hashed(token), memberId, method, expiresAt });
  return { status: "half", token, expiresAt };
}

/** The second step, with the token of the first. After a wrong code the token stays valid for another attempt. */
export async function finishSignIn(
  ctx: Accounts,
  { token, code, remembered, place, now }: Wish & { token: string },
): Promise<Entry | Refusal> {
  if (code === null || code === "") return refuseFields({ pointer: "/two_factor_code", code: "required" });
  const mine = eq(signInStep.tokenHash, hashed(token));
  const [begun] = await ctx.db.orm
    .select({ step: signInStep, member })
    .from(signInStep)
    .innerJoin(member, eq(member.id, signInStep.memberId))
    .where(mine);
  if (!begun || begun.step.expiresAt <= now) return refuse("invalid_credentials");
  const wrong = await takeSecondFactor(ctx, { member: begun.member, typed: code, place, now });
  if (wrong) return wrong;
  // Used by another request, or the password has changed.
  const [mineStill] = await ctx.db.orm.delete(signInStep).where(mine).returning();
  if (!mineStill) return refuse("invalid_credentials");
  const { method } = begun.step;
  return { status: "open", session: await arrive(ctx, { row: begun.member, method, remembered, place, now }) };
}

/** Creates a session and a history entry, and e-mails the member on a first sign-in from an unknown network. */
export async function arrive(
  ctx: Accounts,
  { row, method, remembered, place, now }: Omit<Step, "code">,
): Promise<Opened> {
  const isKnown = await isKnownPlace(ctx, row.id, place, now);
  const session = await ctx.db.transaction(async (tx: Tx) => {
    await adoptOrders(tx, row);
    const about = await note(tx, ctx, { memberId: row.id, event: "signed_in", method, place, now });
    if (!isKnown && row.loginLetters) {
      await tell(tx, ctx, { kind: "signed_in", about, to: row.email, language: row.locale, now });
    }
    return openSession(tx, ctx, { memberId: row.id, place, remembered, now });
  });
  ctx.jobs.nudge();
  return session;
}
