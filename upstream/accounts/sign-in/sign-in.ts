import { eq } from "drizzle-orm";
import { networksOf } from "../../../contract/networks/networks.ts";
import type { Tx } from "../../db/database.ts";
import { member, signInStep } from "../../db/schema/accounts.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { hashed, newToken } from "../../shared/secrets.ts";
import { adoptTickets } from "../../support/adopt-tickets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { type MemberLookup, memberByEmail } from "../members.ts";
import { isKnownOrigin, noMember, recordSecurityEvent } from "../security/history.ts";
import { matchesPassword } from "../security/passwords.ts";
import { consumeSecondFactor, hasSecondFactor } from "../security/second-factor.ts";
import { type AttemptLimit, consumeAttempt, resetAttempts, signInKeys } from "./attempts.ts";
import { lockMember, type MemberRow, type NewSession } from "./sessions.ts";

export type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
export type Method = "password" | "google";
/** Signed in, or the token of the first step while the second is missing. */
export type SignInResult = { status: "open"; session: NewSession } | { status: "half"; token: string; expiresAt: Date };

const attemptLimit: AttemptLimit = { attempts: 10, seconds: 15 * 60 };
/** Time for the second step. */
const stepSeconds = 5 * 60;

/** `remembered`: the member chose to stay signed in. */
type SignInContext = { code: string | null; remembered: boolean; origin: ClientOrigin; now: Date };
type SignInInput = SignInContext & { email: string; password: string };

/**
 * Signs in with a password. An address without an account takes the same work and gets the same reply. Attempts are
 * counted per account and network, and per account for all unknown networks together: so guessing is limited, and a
 * stranger cannot lock members out of their own account.
 */
export async function signIn(ctx: Accounts, input: SignInInput): Promise<SignInResult | Refusal> {
  const { password, code, remembered, origin, now } = input;
  const email = readEmail(input.email);
  if (!email) return refuseFields({ pointer: "/email", code: input.email === "" ? "required" : "email_format" });
  if (password === "") return refuseFields({ pointer: "/password", code: "required" });
  const account = await memberByEmail(ctx.db.orm, email);
  const row = await checkPassword(ctx, account, { email, password, origin, now });
  if (isRefusal(row)) return row;
  const provenPassword = account?.passwordHash ?? undefined;
  return continueSignIn(ctx, { row, method: "password", provenPassword, code, remembered, origin, now });
}

type Credentials = { email: string; password: string; origin: ClientOrigin; now: Date };

/** The member whose password matches; `invalid_credentials` for a wrong password as for no account. */
export async function checkPassword(
  ctx: Accounts,
  account: MemberLookup | undefined,
  { email, password, origin, now }: Credentials,
): Promise<MemberRow | Refusal> {
  const isKnown = await isKnownOrigin(ctx, account?.member.id ?? noMember, origin, now);
  const [anywhere, here = anywhere] = signInKeys(email, [origin.network]);
  const keys = isKnown ? [here] : [here, anywhere];
  for (const key of keys) {
    const excess = await consumeAttempt(ctx, key, attemptLimit, now);
    if (excess) return excess;
  }
  const isTheirs = await matchesPassword(password, account?.passwordHash, networksOf(origin.address));
  if (!isTheirs || !account) {
    const memberId = account?.member.id ?? noMember;
    await recordSecurityEvent(ctx.db.orm, ctx, { memberId, event: "sign_in_failed", method: "password", origin, now });
    return refuse("invalid_credentials");
  }
  await resetAttempts(ctx, keys);
  return account.member;
}

/** What the first step proved, checked again when the session opens: the account may have changed meanwhile. */
type Proof = { provenPassword?: string | undefined; stepToken?: string };
type Step = SignInContext & Proof & { row: MemberRow; method: Method };

/** After the first step: signs in, or requires the second factor. */
async function continueSignIn(ctx: Accounts, { code, ...step }: Step): Promise<SignInResult | Refusal> {
  const { row, method, origin, now } = step;
  if (await hasSecondFactor(ctx.db.orm, row.id)) {
    if (code === null) return startSecondStep(ctx, row.id, method, now);
    const wrong = await consumeSecondFactor(ctx, { member: row, typed: code, origin, now });
    if (wrong) return wrong;
  }
  return completeSignIn(ctx, step);
}

/** The token that stands for the first step. */
export async function startSecondStep(
  ctx: Accounts,
  memberId: string,
  method: Method,
  now: Date,
): Promise<SignInResult> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + stepSeconds * 1000);
  await ctx.db.orm.insert(signInStep).values({ tokenHash: hashed(token), memberId, method, expiresAt });
  return { status: "half", token, expiresAt };
}

/** The second step, with the token of the first. After a wrong code the token stays valid for another attempt. */
export async function finishSignIn(
  ctx: Accounts,
  { token, code, remembered, origin, now }: SignInContext & { token: string },
): Promise<SignInResult | Refusal> {
  if (code === null || code === "") return refuseFields({ pointer: "/two_factor_code", code: "required" });
  const ownStep = eq(signInStep.tokenHash, hashed(token));
  const [begun] = await ctx.db.orm
    .select({ step: signInStep, member })
    .from(signInStep)
    .innerJoin(member, eq(member.id, signInStep.memberId))
    .where(ownStep);
  if (!begun || begun.step.expiresAt <= now) return refuse("invalid_credentials");
  const wrong = await consumeSecondFactor(ctx, { member: begun.member, typed: code, origin, now });
  if (wrong) return wrong;
  const { method } = begun.step;
  return completeSignIn(ctx, { row: begun.member, method, stepToken: token, remembered, origin, now });
}

/**
 * Creates a session and a history entry, and emails the member on a first sign-in from an unknown network.
 * `invalid_credentials` when the password changed or the account was closed meanwhile, or another request used the
 * token of the first step.
 */
export async function completeSignIn(
  ctx: Accounts,
  { row, method, provenPassword, stepToken, remembered, origin, now }: Omit<Step, "code">,
): Promise<SignInResult | Refusal> {
  const isKnown = await isKnownOrigin(ctx, row.id, origin, now);
  const session = await ctx.db.transaction(async (tx: Tx) => {
    if (!(await lockMember(tx, row.id, provenPassword))) return refuse("invalid_credentials");
    if (stepToken !== undefined && !(await consumeStep(tx, stepToken))) return refuse("invalid_credentials");
    await adoptOrders(tx, row);
    await adoptTickets(tx, row);
    const proof = { kind: "credentials", passwordHash: provenPassword } as const;
    const request = { member: row, proof, change: { remembered }, method, origin, now, isExpected: isKnown };
    const opened = await applyEffect(tx, ctx, "session_opened", request);
    if (opened === null) throw new Error("A sign-in opens a session");
    return isRefusal(opened) ? opened : opened.result;
  });
  ctx.jobs.wakeWorkers();
  return isRefusal(session) ? session : { status: "open", session };
}

/** A changed password deletes the steps, too. */
async function consumeStep(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .delete(signInStep)
    .where(eq(signInStep.tokenHash, hashed(token)))
    .returning();
  return used.length > 0;
}
