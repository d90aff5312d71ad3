import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { member } from "../../db/schema/accounts.ts";
import { readEmail } from "../../domain/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../domain/refusal.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import { tell } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { memberByEmail } from "../members.ts";
import { note } from "../security/history.ts";
import { passwordFault } from "../security/password-rules.ts";
import { hashPassword, savePassword } from "../security/passwords.ts";
import { type EmailCode, issueCode, mayAskForCode, spendCode, tryCode } from "./email-codes.ts";
import { type MemberRow, type Opened, openSession } from "./sessions.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs">;
type Wish = { email: string; partner: string | null; language: Lang; place: ClientOrigin; now: Date };

/**
 * E-mails a code, or tells the owner of an existing account so: same reply, same work. Refuses invalid addresses and
 * more codes than an hour allows.
 */
export async function askToSignUp(ctx: Accounts, wish: Wish): Promise<EmailCode | Refusal> {
  const email = readEmail(wish.email);
  if (!email) return refuseFields({ pointer: "/email", code: wish.email === "" ? "required" : "email_format" });
  const asking = { ...wish, email, partner: partnerCode(wish.partner), purpose: "sign_up", memberId: null } as const;
  const excess = await mayAskForCode(ctx, asking);
  if (excess) return excess;
  const challenge = await ctx.db.transaction(async (tx) => {
    const owner = await memberByEmail(tx, email);
    const issued = await issueCode(tx, ctx, asking);
    const kind = owner ? "sign_up_taken" : "sign_up_code";
    const { language, now } = wish;
    await tell(tx, ctx, { kind, about: issued.id, to: email, language: owner?.member.locale ?? language, now });
    return issued;
  });
  ctx.jobs.nudge();
  return challenge;
}

export type SignUp = {
  challengeId: string;
  email: string;
  code: string;
  password: string;
  termsVersion: string;
  newsletter: boolean;
  place: ClientOrigin;
  now: Date;
};

/**
 * Creates the account and a session. Invalid fields are reported before the code is checked, so that they use no
 * attempt.
 */
export async function signUp(ctx: Accounts, asked: SignUp): Promise<{ row: MemberRow; session: Opened } | Refusal> {
  const email = readEmail(asked.email);
  const password = passwordFault(asked.password, asked.email);
  const faults = [
    ...(email ? [] : [{ pointer: "/email", code: "email_format" } as const]),
    ...(asked.code === "" ? [{ pointer: "/code", code: "required" } as const] : []),
    ...(password ? [password] : []),
    ...(asked.termsVersion === termsVersion ? [] : [{ pointer: "/terms_version", code: "terms_outdated" } as const]),
  ];
  if (!email || faults.length > 0) return refuseFields(...faults);
  const { challengeId: id, code: typed, now } = asked;
  const challenge = await tryCode(ctx, { purpose: "sign_up", id, email, typed, now });
  if (isRefusal(challenge)) return challenge;
  const passwordHash = await hashPassword(asked.password);
  return ctx.db.transaction(async (tx) => {
    const late = await spendCode(tx, challenge, now);
    if (late) return late;
    const row = await insertMember(tx, ctx, {
      email,
      locale: challenge.language,
      partner: challenge.partner,
      news: asked.newsletter,
      termsVersion: asked.termsVersion,
      createdAt: now,
    });
    // Another sign-up created the account meanwhile, through Google.
    if (!row) return refuse("code_expired");
    await savePassword(tx, row.id, passwordHash, now);
    return { row, session: await enter(tx, ctx, { row, method: "code", place: asked.place, now }) };
  });
}

/** Undefined when the address has an account. */
export async function insertMember(
  tx: Tx,
  { ids }: Pick<Context, "ids">,
  row: Omit<typeof member.$inferInsert, "id">,
): Promise<MemberRow | undefined> {
  const [made] = await tx
    .insert(member)
    .values({ ...row, id: ids.newId("us") })
    .onConflictDoNothing()
    .returning();
  return made;
}

/** The first session of a new account. */
export async function enter(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  { row, method, place, now }: { row: MemberRow; method: "code" | "google"; place: ClientOrigin; now: Date },
): Promise<Opened> {
  await adoptOrders(tx, row);
  await note(tx, ctx, { memberId: row.id, event: "registered", method, place, now });
  return openSession(tx, ctx, { memberId: row.id, place, remembered: false, now });
}

/** Ignores anything that is not a valid partner code. */
function partnerCode(typed: string | null): string | null {
  return typed && /^[A-Za-z0-9_-]{1,40}$/.test(typed) ? typed : null;
}
