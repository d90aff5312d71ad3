import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { plainCode } from "../../../contract/values/pasted-text.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { codeFailures, emailCode } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { derivedDigits, isSameText, newestOf } from "../../shared/secrets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { memberByEmail, normalizedEmail } from "../members.ts";
import { isKnownOrigin, noMember } from "../security/history.ts";
import { type AttemptLimit, consumeAttempt } from "./attempts.ts";

export type EmailCode = typeof emailCode.$inferSelect;
type Purpose = EmailCode["purpose"];

const lifetimeSeconds = 10 * 60;
const attemptsPerCode = 5;
/** Codes of one purpose per hour for one address, caused by strangers; and by one requester. */
const perHour: AttemptLimit = { attempts: 5, seconds: 3600 };
const perHourAndOrigin: AttemptLimit = { attempts: 4, seconds: 3600 };
/** Codes per hour that signed-in members cause at their own address. */
const perHourSignedIn: AttemptLimit = { attempts: 10, seconds: 3600 };
const pauseSeconds = 60;
/**
 * After this many wrong codes for an address its codes get longer: guessing stays hopeless and nobody is locked out.
 */
const longerCodesAfterFailures = 100;
const shortDigits = 6;
const longDigits = 12;

export type CodeRequest = {
  purpose: Purpose;
  email: string;
  memberId: string | null;
  language: Lang;
  partner: string | null;
  partnerAt?: Date | null;
  /** What a code of a bot check is for. */
  action?: BotCheckAction;
  /** What a code of a withdrawal confirms. */
  subject?: string;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Whether another code may be sent to this address from there; counts it if so. The same for addresses without an
 * account. What a signed-in member causes has its own count, which no stranger can use up. Of what strangers may cause,
 * each purpose has one; a network from which the member has signed in counts for itself only, so that a flood from
 * elsewhere keeps no code from the owner. See docs/decisions/184.
 */
export async function checkCodeLimits(
  ctx: Pick<Context, "db">,
  { purpose, email, subject = "", origin, now }: Pick<CodeRequest, "purpose" | "email" | "subject" | "origin" | "now">,
): Promise<Refusal | undefined> {
  const address = normalizedEmail(email);
  const pause = { attempts: 1, seconds: pauseSeconds };
  const counted: [key: string, limit: AttemptLimit][] = [
    [`code-pause:${purpose}${subject}:${origin.network}:${address}`, pause],
  ];
  if (isOfSignedIn(purpose)) counted.push([`codes:${purpose}:${address}`, perHourSignedIn]);
  else {
    const owner = await memberByEmail(ctx.db.orm, email);
    const isKnown = await isKnownOrigin(ctx, owner?.member.id ?? noMember, origin, now);
    counted.push([`codes:${purpose}:${origin.network}:${address}`, perHourAndOrigin]);
    if (!isKnown) counted.push([`codes:${purpose}:${address}`, perHour]);
  }
  for (const [key, limit] of counted) {
    const excess = await consumeAttempt(ctx, key, limit, now);
    if (excess) return excess;
  }
  return undefined;
}

/** Only a session causes these, and only at its member's own address. */
const isOfSignedIn = (purpose: Purpose) => purpose === "withdrawal";

/**
 * Creates a code; replaces the previous one of the same requester for the same address, purpose and subject. A stranger's
 * request leaves the owner's code valid.
 */
export async function issueCode(tx: Tx, ctx: Pick<Context, "ids">, request: CodeRequest): Promise<EmailCode> {
  const {
    purpose,
    memberId,
    language,
    partner,
    partnerAt = null,
    action = null,
    subject = null,
    origin,
    now,
  } = request;
  const email = normalizedEmail(request.email);
  const [wrong] = await tx.select().from(codeFailures).where(failuresOf({ email, purpose }));
  await tx
    .update(emailCode)
    .set({ endedAt: now })
    .where(
      and(eq(emailCode.email, email), eq(emailCode.purpose, purpose), replacedBy(request), isNull(emailCode.endedAt)),
    );
  const row: EmailCode = {
    id: ctx.ids.newId("ch"),
    purpose,
    email,
    memberId,
    language,
    partner,
    partnerAt,
    digits: (wrong?.failures ?? 0) < longerCodesAfterFailures ? shortDigits : longDigits,
    tries: 0,
    network: origin.network,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
    endedAt: null,
    action,
    subject,
  };
  await tx.insert(emailCode).values(row);
  return row;
}

/** Which earlier codes come from the same requester. */
function replacedBy({ subject, memberId, origin }: CodeRequest) {
  if (subject !== undefined) return eq(emailCode.subject, subject);
  return memberId === null ? eq(emailCode.network, origin.network) : eq(emailCode.memberId, memberId);
}

/** Wrong guesses of signed-in members and of strangers are counted apart: neither makes the codes of the other longer. */
function failuresOf({ email, purpose }: Pick<EmailCode, "email" | "purpose">) {
  return and(eq(codeFailures.email, email), eq(codeFailures.bySignedIn, isOfSignedIn(purpose)));
}

/** In the contract's form. */
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

/** While this lasts, a requester waiting for an email may request another code without a new proof. */
const proofSeconds = 15 * 60;

/** Whether the member recently requested a code for that address that is neither used nor replaced. */
export async function mayResend(
  { db }: Pick<Context, "db">,
  { memberId, email, id, now }: { memberId: string; email: string; id: string; now: Date },
): Promise<Refusal | undefined> {
  const [recentCode] = await db.orm
    .select({ id: emailCode.id })
    .from(emailCode)
    .where(
      and(
        eq(emailCode.id, id),
        eq(emailCode.purpose, "email_change"),
        eq(emailCode.memberId, memberId),
        eq(emailCode.email, normalizedEmail(email)),
        isNull(emailCode.endedAt),
        gt(emailCode.createdAt, new Date(now.getTime() - proofSeconds * 1000)),
      ),
    );
  return recentCode ? undefined : refuse("code_expired");
}

/** The code, for its email. */
export function codeOf(secrets: readonly string[], challenge: EmailCode): string {
  return derivedDigits(newestOf(secrets), digitsInput(challenge), challenge.digits);
}

/** The code for a subject that may still be entered. */
export async function newestCode(
  reader: Pick<Orm, "select">,
  { purpose, subject, now }: { purpose: Purpose; subject: string; now: Date },
): Promise<EmailCode | undefined> {
  const { createdAt, endedAt, expiresAt } = emailCode;
  const valid = and(isNull(endedAt), gt(expiresAt, now));
  const [challenge] = await reader
    .select()
    .from(emailCode)
    .where(and(eq(emailCode.purpose, purpose), eq(emailCode.subject, subject), valid))
    .orderBy(desc(createdAt))
    .limit(1);
  return challenge;
}

export type CodeAttempt = {
  purpose: Purpose;
  id: string;
  email: string | null;
  typed: string;
  memberId?: string;
  action?: BotCheckAction;
  subject?: string;
  now: Date;
};

/**
 * Checks a code. The attempt is counted first, in one statement, so that of two hundred parallel attempts five are
 * checked. `code_expired` for a code that has expired, has no attempts left, or belongs to another address;
 * `code_invalid` with the attempts left. A right code stays valid until `spendCode` uses it together with its effect.
 */
export async function checkCode(ctx: Pick<Context, "db" | "env">, attempt: CodeAttempt): Promise<EmailCode | Refusal> {
  const { purpose, id, email, typed, memberId, action, subject, now } = attempt;
  const [row] = await ctx.db.orm
    .update(emailCode)
    .set({ tries: sql`${emailCode.tries} + 1` })
    .where(
      and(
        eq(emailCode.id, id),
        eq(emailCode.purpose, purpose),
        email === null ? undefined : eq(emailCode.email, normalizedEmail(email)),
        memberId === undefined ? undefined : eq(emailCode.memberId, memberId),
        action === undefined ? undefined : eq(emailCode.action, action),
        subject === undefined ? undefined : eq(emailCode.subject, subject),
        isNull(emailCode.endedAt),
        gt(emailCode.expiresAt, now),
        lt(emailCode.tries, attemptsPerCode),
      ),
    )
    .returning();
  if (!row) return refuse("code_expired");
  if (isRight(ctx.env.ACCOUNT_SECRETS, row, typed)) return row;
  await ctx.db.orm
    .insert(codeFailures)
    .values({ email: row.email, bySignedIn: isOfSignedIn(purpose), failures: 1 })
    .onConflictDoUpdate({
      target: [codeFailures.email, codeFailures.bySignedIn],
      set: { failures: sql`${codeFailures.failures} + 1` },
    });
  return refuse("code_invalid", { extra: { attempts_left: attemptsPerCode - row.tries } });
}

/** The code was right but something else is missing: does not count as a wrong attempt. */
export async function refundAttempt(ctx: Pick<Context, "db">, { id }: EmailCode): Promise<void> {
  await ctx.db.orm
    .update(emailCode)
    .set({ tries: sql`${emailCode.tries} - 1` })
    .where(eq(emailCode.id, id));
}

/** Uses the code, once: of two concurrent requests the second gets `code_expired`. */
export async function consumeCode(tx: Tx, code: EmailCode, now: Date): Promise<Refusal | undefined> {
  const spent = await tx
    .update(emailCode)
    .set({ endedAt: now })
    .where(and(eq(emailCode.id, code.id), isNull(emailCode.endedAt)))
    .returning({ id: emailCode.id });
  if (spent.length === 0) return refuse("code_expired");
  await tx.delete(codeFailures).where(failuresOf(code));
  return undefined;
}

function isRight(secrets: readonly string[], challenge: EmailCode, typed: string): boolean {
  const candidate = plainCode(typed);
  return secrets.reduce((isMatch, secret) => {
    return isSameText(candidate, derivedDigits(secret, digitsInput(challenge), challenge.digits)) || isMatch;
  }, false);
}

/** Binds a code to its purpose, recipient and requester, and to what it confirms. */
const digitsInput = ({ purpose, id, email, subject }: EmailCode) =>
  subject === null ? [purpose, id, email] : [purpose, id, email, subject];
