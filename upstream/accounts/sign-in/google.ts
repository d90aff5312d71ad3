import { eq, inArray } from "drizzle-orm";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../context.ts";
import { googleIdentity, member, shownIdToken } from "../../db/schema/accounts.ts";
import { readEmail } from "../../domain/fields/email.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { tell } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { memberByEmail } from "../members.ts";
import { note } from "../security/history.ts";
import { hasSecondFactor, takeSecondFactor } from "../security/second-factor.ts";
import { hashed } from "../security/secrets.ts";
import { type GoogleClaims, readIdToken } from "./google-token.ts";
import type { MemberRow } from "./sessions.ts";
import { arrive, type Entry, halfway, proven } from "./sign-in.ts";
import { enter, insertMember } from "./sign-up.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "clock">;
type TokenState = (typeof shownIdToken.$inferSelect)["state"];
type Given = {
  tokenId: string;
  code: string | null;
  password: string | null;
  language: Lang;
  place: ClientOrigin;
  now: Date;
};

/**
 * Signs in with an ID token. Each is accepted once; again only to complete its own sign-in with the two-factor code or
 * password that was requested. An account with the same e-mail is linked once its password is entered; without one, an
 * account is created.
 */
export async function googleSignIn(ctx: Accounts, given: Given): Promise<Entry | Refusal> {
  const claims = await readIdToken(ctx, given.tokenId);
  if (isRefusal(claims)) return claims;
  const email = readEmail(claims.email);
  if (!claims.isVerified || !email) return refuse("email_not_verified");
  const linked = await linkedMember(ctx, claims.subject);
  if (linked) return comeIn(ctx, linked, claims, given, []);
  const found = await memberByEmail(ctx.db.orm, email);
  if (!found) return openAccount(ctx, { ...claims, email }, given);
  if (!given.password) return (await claim(ctx, given, claims, "linking", ["linking"])) ?? refuse("email_taken");
  const row = await proven(ctx, found, { email, password: given.password, place: given.place, now: given.now });
  if (isRefusal(row)) return row;
  const again = await claim(ctx, given, claims, "linking", ["linking"]);
  if (again) return again;
  await link(ctx, row, claims.subject, given);
  return comeIn(ctx, row, claims, given, ["linking"]);
}

/** `known`: states in which this token may have been used before. */
async function comeIn(
  ctx: Accounts,
  row: MemberRow,
  claims: GoogleClaims,
  given: Given,
  known: TokenState[],
): Promise<Entry | Refusal> {
  const { code, place, now } = given;
  if (!(await hasSecondFactor(ctx, row.id))) {
    const spent = await claim(ctx, given, claims, "spent", known);
    return (
      spent ?? { status: "open", session: await arrive(ctx, { row, method: "google", remembered: false, place, now }) }
    );
  }
  if (code === null) return (await claim(ctx, given, claims, "factor", known)) ?? halfway(ctx, row.id, "google", now);
  const begun = await claim(ctx, given, claims, "factor", [...known, "factor"]);
  if (begun) return begun;
  const wrong = await takeSecondFactor(ctx, { member: row, typed: code, place, now });
  if (wrong) return wrong;
  const spent = await claim(ctx, given, claims, "spent", ["factor"]);
  return (
    spent ?? { status: "open", session: await arrive(ctx, { row, method: "google", remembered: false, place, now }) }
  );
}

async function openAccount(ctx: Accounts, claims: GoogleClaims, given: Given): Promise<Entry | Refusal> {
  const { language, place, now } = given;
  const spent = await claim(ctx, given, claims, "spent", []);
  if (spent) return spent;
  const session = await ctx.db.transaction(async (tx) => {
    const name =
      claims.name
        ?.replace(/[\p{C}<>]/gu, "")
        .trim()
        .slice(0, 80) || null;
    const row = await insertMember(tx, ctx, {
      email: claims.email,
      name,
      locale: language,
      termsVersion,
      createdAt: now,
    });
    // Created meanwhile by another request: continue with that one.
    if (!row) return refuse("request_in_progress", { extra: { retry_after_seconds: 1 } });
    await tx.insert(googleIdentity).values({ subject: claims.subject, memberId: row.id, linkedAt: now });
    return enter(tx, ctx, { row, method: "google", place, now });
  });
  return isRefusal(session) ? session : { status: "open", session };
}

async function link(ctx: Accounts, row: MemberRow, subject: string, { place, now }: Given): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(googleIdentity)
      .values({ subject, memberId: row.id, linkedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!made) return;
    const event = "google_linked";
    const about = await note(tx, ctx, { memberId: row.id, event, method: "google", place, now });
    await tell(tx, ctx, { kind: event, about, to: row.email, language: row.locale, now });
  });
  ctx.jobs.nudge();
}

async function linkedMember(ctx: Accounts, subject: string): Promise<MemberRow | undefined> {
  const [found] = await ctx.db.orm
    .select({ member })
    .from(googleIdentity)
    .innerJoin(member, eq(member.id, googleIdentity.memberId))
    .where(eq(googleIdentity.subject, subject));
  return found?.member;
}

/** Records what the token was used for, in one statement: of two concurrent requests the second is refused. */
async function claim(
  { db }: Accounts,
  { tokenId }: Given,
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
