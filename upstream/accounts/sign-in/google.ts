import { eq, inArray } from "drizzle-orm";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { bindMember } from "../../affiliates/bind-member.ts";
import type { TypedTouch } from "../../affiliates/find-touch.ts";
import { googleIdentity, member, shownIdToken } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { hashed } from "../../shared/secrets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { memberByEmail } from "../members.ts";
import { consumeSecondFactor, hasSecondFactor } from "../security/second-factor.ts";
import { type GoogleClaims, readIdToken } from "./google-token.ts";
import type { MemberRow } from "./sessions.ts";
import { checkPassword, completeSignIn, type SignInResult, startSecondStep } from "./sign-in.ts";
import { openFirstSession, timeZoneFaults } from "./sign-up.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "clock" | "policy">;
type TokenState = (typeof shownIdToken.$inferSelect)["state"];
type GoogleInput = {
  tokenId: string;
  code: string | null;
  password: string | null;
  partner: TypedTouch | null;
  timezone: string | null | undefined;
  language: Lang;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Signs in with an ID token. Each is accepted once; again only to complete its own sign-in with the two-factor code or
 * password that was requested. An account with the same email is linked once its password is entered; without one, an
 * account is created.
 */
export async function googleSignIn(ctx: Accounts, input: GoogleInput): Promise<SignInResult | Refusal> {
  const faults = timeZoneFaults(input.timezone);
  if (faults.length > 0) return refuseFields(...faults);
  const claims = await readIdToken(ctx, input.tokenId);
  if (isRefusal(claims)) return claims;
  const email = readEmail(claims.email);
  if (!claims.isVerified || !email) return refuse("email_not_verified");
  const linked = await linkedMember(ctx, claims.subject);
  if (linked) return signInMember(ctx, linked, claims, input, []);
  const account = await memberByEmail(ctx.db.orm, email);
  if (!account) return createAccount(ctx, { ...claims, email }, input);
  if (!input.password) return (await claim(ctx, input, claims, "linking", ["linking"])) ?? refuse("email_taken");
  const row = await checkPassword(ctx, account, {
    email,
    password: input.password,
    origin: input.origin,
    now: input.now,
  });
  if (isRefusal(row)) return row;
  const again = await claim(ctx, input, claims, "linking", ["linking"]);
  if (again) return again;
  const late = await link(ctx, row, claims.subject, account.passwordHash, input);
  if (late) return late;
  return signInMember(ctx, row, claims, input, ["linking"]);
}

/** `tokens`: states in which this token may have been used before. */
async function signInMember(
  ctx: Accounts,
  row: MemberRow,
  claims: GoogleClaims,
  input: GoogleInput,
  tokens: TokenState[],
): Promise<SignInResult | Refusal> {
  const { code, origin, now } = input;
  if (!(await hasSecondFactor(ctx.db.orm, row.id))) {
    const spent = await claim(ctx, input, claims, "spent", tokens);
    return spent ?? completeSignIn(ctx, { row, method: "google", remembered: false, origin, now });
  }
  if (code === null)
    return (await claim(ctx, input, claims, "factor", tokens)) ?? startSecondStep(ctx, row.id, "google", now);
  const begun = await claim(ctx, input, claims, "factor", [...tokens, "factor"]);
  if (begun) return begun;
  const wrong = await consumeSecondFactor(ctx, { member: row, typed: code, origin, now });
  if (wrong) return wrong;
  const spent = await claim(ctx, input, claims, "spent", ["factor"]);
  return spent ?? completeSignIn(ctx, { row, method: "google", remembered: false, origin, now });
}

async function createAccount(ctx: Accounts, claims: GoogleClaims, input: GoogleInput): Promise<SignInResult | Refusal> {
  const { language, origin, now } = input;
  const spent = await claim(ctx, input, claims, "spent", []);
  if (spent) return spent;
  const session = await ctx.db.transaction(async (tx) => {
    const name =
      claims.name
        ?.replace(/[\p{C}<>@]|:\/\//gu, "")
        .trim()
        .slice(0, 80) || null;
    const newMember = {
      email: claims.email,
      name,
      locale: language,
      timezone: input.timezone ?? undefined,
      termsVersion,
      createdAt: now,
    };
    const change = { row: newMember, passwordHash: null, googleSubject: claims.subject };
    const proof = { kind: "google", passwordHash: undefined } as const;
    const request = { member: null, proof, change, method: "google", origin, now } as const;
    const opened = await applyEffect(tx, ctx, "account_opened", request);
    // Created meanwhile by another request: continue with that one.
    if (opened === null) return refuse("request_in_progress", { extra: { retry_after_seconds: 1 } });
    if (isRefusal(opened)) return opened;
    const row = opened.result;
    await bindMember(ctx, tx, { id: row.id, email: row.email, click: input.partner }, now);
    return openFirstSession(tx, ctx, { row, origin, now });
  });
  return isRefusal(session) ? session : { status: "open", session };
}

async function link(
  ctx: Accounts,
  row: MemberRow,
  subject: string,
  provenPassword: string | null,
  { origin, now }: GoogleInput,
): Promise<Refusal | undefined> {
  const proof = { kind: "credentials", passwordHash: provenPassword ?? undefined } as const;
  const request = { member: row, proof, change: { subject }, method: "google", origin, now } as const;
  const linked = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "google_linked", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(linked) ? linked : undefined;
}

async function linkedMember(ctx: Accounts, subject: string): Promise<MemberRow | undefined> {
  const [row] = await ctx.db.orm
    .select({ member })
    .from(googleIdentity)
    .innerJoin(member, eq(member.id, googleIdentity.memberId))
    .where(eq(googleIdentity.subject, subject));
  return row?.member;
}

/** Records what the token was used for, in one statement: of two concurrent requests the second is refused. */
async function claim(
  { db }: Accounts,
  { tokenId }: GoogleInput,
  { expiresAt }: GoogleClaims,
  state: TokenState,
  before: TokenState[],
): Promise<Refusal | undefined> {
  const hash = hashed(tokenId);
  const insert = db.orm.insert(shownIdToken).values({ hash, state, expiresAt });
  const claimed =
    before.length === 0
      ? await insert.onConflictDoNothing().returning()
      : await insert
          .onConflictDoUpdate({
            target: shownIdToken.hash,
            set: { state },
            setWhere: inArray(shownIdToken.state, before),
          })
          .returning();
  return claimed.length > 0 ? undefined : refuse("invalid_credentials");
}
