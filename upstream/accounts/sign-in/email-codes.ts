import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { codeFailures, emailCode } from "../../db/schema/accounts.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { plainEmail } from "../members.ts";
import { derivedDigits, isSameText, newestOf } from "../security/secrets.ts";
import { type Allowance, takeTry } from "./attempts.ts";

export type EmailCode = typeof emailCode.$inferSelect;
type Purpose = EmailCode["purpose"];

const livesSeconds = 10 * 60;
export const triesOfCode = 5;
/** An hour's codes for one address; fewer for one asker, so that a stranger cannot use up what its owner needs. */
const anHour: Allowance = { tries: 5, seconds: 3600 };
const anHourFromOnePlace: Allowance = { tries: 4, seconds: 3600 };
const pauseSeconds = 60;
/** So many wrong codes for an address, and from then on its codes are long: nobody gets further, nobody is locked out. */
const patience = 100;
const shortDigits = 6;
const longDigits = 12;

export type Asking = {
  purpose: Purpose;
  email: string;
  memberId: string | null;
  language: Lang;
  partner: string | null;
  place: ClientOrigin;
  now: Date;
};

/** Whether another code may be sent to this address from there; counts it if so. Asked of any address alike. */
export async function mayAskForCode(
  ctx: Pick<Context, "db">,
  { purpose, email, place, now }: Pick<Asking, "purpose" | "email" | "place" | "now">,
): Promise<Refusal | undefined> {
  const address = plainEmail(email);
  const pause = { tries: 1, seconds: pauseSeconds };
  const counted = [
    [`code-pause:${purpose}:${place.network}:${address}`, pause],
    [`codes:${place.network}:${address}`, anHourFromOnePlace],
    [`codes:${address}`, anHour],
  ] as const;
  for (const [key, allowance] of counted) {
    const excess = await takeTry(ctx, key, allowance, now);
    if (excess) return excess;
  }
  return undefined;
}

/** Begins a challenge; the one before it for the same address ends. */
export async function issueCode(tx: Tx, ctx: Pick<Context, "ids">, asking: Asking): Promise<EmailCode> {
  const { purpose, memberId, language, partner, place, now } = asking;
  const email = plainEmail(asking.email);
  const [known] = await tx.select().from(codeFailures).where(eq(codeFailures.email, email));
  await tx
    .update(emailCode)
    .set({ endedAt: now })
    .where(and(eq(emailCode.email, email), eq(emailCode.purpose, purpose), isNull(emailCode.endedAt)));
  const row: EmailCode = {
    id: ctx.ids.newId("ch"),
    purpose,
    email,
    memberId,
    language,
    partner,
    digits: (known?.failures ?? 0) < patience ? shortDigits : longDigits,
    tries: 0,
    network: place.network,
    createdAt: now,
    expiresAt: new Date(now.getTime() + livesSeconds * 1000),
    endedAt: null,
  };
  await tx.insert(emailCode).values(row);
  return row;
}

/** As the contract names it. */
export function challengeReply({ id, createdAt, expiresAt, digits }: EmailCode) {
  const resendAt = new Date(createdAt.getTime() + pauseSeconds * 1000);
  return {
    data: {
      challenge_id: id,
      expires_at: expiresAt.toISOString(),
      resend_at: resendAt.toISOString(),
      code_length: digits,
    },
  };
}

/** So long the asking of a code stands for who asked: whoever waits for a letter need not prove it for each. */
const askedSeconds = 15 * 60;

/** Whether the member asked for a code to that address a moment ago, which has been neither used nor replaced. */
export async function mayAskAgain(
  { db }: Pick<Context, "db">,
  { memberId, email, id, now }: { memberId: string; email: string; id: string; now: Date },
): Promise<Refusal | undefined> {
  const [asked] = await db.orm
    .select({ id: emailCode.id })
    .from(emailCode)
    .where(
      and(
        eq(emailCode.id, id),
        eq(emailCode.purpose, "email_change"),
        eq(emailCode.memberId, memberId),
        eq(emailCode.email, plainEmail(email)),
        isNull(emailCode.endedAt),
        gt(emailCode.createdAt, new Date(now.getTime() - askedSeconds * 1000)),
      ),
    );
  return asked ? undefined : refuse("code_expired");
}

/** The code of a challenge, for its letter. */
export function codeOf(secrets: readonly string[], challenge: EmailCode): string {
  return derivedDigits(newestOf(secrets), wordsOf(challenge), challenge.digits);
}

export type Guess = { purpose: Purpose; id: string; email: string | null; typed: string; memberId?: string; now: Date };

/**
 * Tries a code. The try is counted before it is judged, in one statement, so that five of two hundred at once are
 * judged. `code_expired` for a challenge that is over, used up, or not of this address; `code_invalid` with how many
 * tries are left. The right code does not end the challenge: `spendCode` does, with what it was given for.
 */
export async function tryCode(ctx: Pick<Context, "db" | "env">, guess: Guess): Promise<EmailCode | Refusal> {
  const { purpose, id, email, typed, memberId, now } = guess;
  const [row] = await ctx.db.orm
    .update(emailCode)
    .set({ tries: sql`${emailCode.tries} + 1` })
    .where(
      and(
        eq(emailCode.id, id),
        eq(emailCode.purpose, purpose),
        email === null ? undefined : eq(emailCode.email, plainEmail(email)),
        memberId === undefined ? undefined : eq(emailCode.memberId, memberId),
        isNull(emailCode.endedAt),
        gt(emailCode.expiresAt, now),
        lt(emailCode.tries, triesOfCode),
      ),
    )
    .returning();
  if (!row) return refuse("code_expired");
  if (isRight(ctx.env.ACCOUNT_SECRETS, row, typed)) return row;
  await ctx.db.orm
    .insert(codeFailures)
    .values({ email: row.email, failures: 1 })
    .onConflictDoUpdate({ target: codeFailures.email, set: { failures: sql`${codeFailures.failures} + 1` } });
  return refuse("code_invalid", { extra: { attempts_left: triesOfCode - row.tries } });
}

/** The right code was given, and something else is still missing: that was no guess. */
export async function returnCodeTry(ctx: Pick<Context, "db">, { id }: EmailCode): Promise<void> {
  await ctx.db.orm
    .update(emailCode)
    .set({ tries: sql`${emailCode.tries} - 1` })
    .where(eq(emailCode.id, id));
}

/** Uses the code up, once: of two at the same time the second is `code_expired`. */
export async function spendCode(tx: Tx, { id, email }: EmailCode, now: Date): Promise<Refusal | undefined> {
  const spent = await tx
    .update(emailCode)
    .set({ endedAt: now })
    .where(and(eq(emailCode.id, id), isNull(emailCode.endedAt)))
    .returning({ id: emailCode.id });
  if (spent.length === 0) return refuse("code_expired");
  await tx.delete(codeFailures).where(eq(codeFailures.email, email));
  return undefined;
}

function isRight(secrets: readonly string[], challenge: EmailCode, typed: string): boolean {
  const given = typed.replace(/[\s-]/g, "");
  return secrets.reduce((found, secret) => {
    return isSameText(given, derivedDigits(secret, wordsOf(challenge), challenge.digits)) || found;
  }, false);
}

/** A code is bound to what it is for, to whom it went, and to who asked. */
const wordsOf = ({ purpose, id, email }: EmailCode) => [purpose, id, email];
