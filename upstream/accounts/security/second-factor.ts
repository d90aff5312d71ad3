import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { plainCode } from "../../../contract/values/pasted-text.ts";
import type { Orm } from "../../db/database.ts";
import { recoveryCode, totp } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { hashed, seal, unseal } from "../../shared/secrets.ts";
import { queueAccountEmail } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { type AttemptLimit, consumeAttempt, resetAttempts, wasCounted } from "../sign-in/attempts.ts";
import type { MemberRow } from "../sign-in/sessions.ts";
import { recordSecurityEvent } from "./history.ts";
import { normalizedRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode, stepOffClock } from "./totp.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs">;
type FactorInput = { member: MemberRow; typed: string; origin: ClientOrigin; now: Date };

const attemptLimit: AttemptLimit = { attempts: 5, seconds: 15 * 60 };
/** After this many wrong codes the authenticator is locked until a recovery code is used or the operator resets it. */
const maxFailures = 100;

export async function hasSecondFactor(reader: Pick<Orm, "select">, memberId: string): Promise<boolean> {
  const rows = await reader
    .select({ memberId: totp.memberId })
    .from(totp)
    .where(and(eq(totp.memberId, memberId), isNotNull(totp.confirmedAt)));
  return rows.length > 0;
}

/** As `takeSecondFactor`, for a member who may have none; `two_factor_required` when a code is missing. */
export async function checkSecondFactor(
  ctx: Accounts,
  { typed, ...input }: Omit<FactorInput, "typed"> & { typed: string | null },
): Promise<Refusal | undefined> {
  if (!(await hasSecondFactor(ctx.db.orm, input.member.id))) return undefined;
  return typed === null || typed === "" ? refuse("two_factor_required") : consumeSecondFactor(ctx, { ...input, typed });
}

/**
 * Accepts a code of the member's authenticator or a recovery code, each once. Attempts are counted before they are
 * checked: five per quarter of an hour, a hundred wrong ones in total. Undefined when the code is right.
 */
export async function consumeSecondFactor(ctx: Accounts, input: FactorInput): Promise<Refusal | undefined> {
  const { member, typed, now } = input;
  const key = `second-factor:${member.id}`;
  const excess = await consumeAttempt(ctx, key, attemptLimit, now);
  if (excess) return excess;
  const plain = plainCode(typed);
  const wrong = /^\d{6}$/.test(plain)
    ? await consumeTotp(ctx, member.id, plain, now)
    : await consumeRecoveryCode(ctx, input);
  if (!wrong) await resetAttempts(ctx, [key]);
  else await recordFailure(ctx, input);
  return wrong;
}

async function consumeTotp(ctx: Accounts, memberId: string, code: string, now: Date): Promise<Refusal | undefined> {
  const ownCode = and(eq(totp.memberId, memberId), isNotNull(totp.confirmedAt));
  const [row] = await ctx.db.orm
    .update(totp)
    .set({ failures: sql`${totp.failures} + 1` })
    .where(and(ownCode, lt(totp.failures, maxFailures)))
    .returning();
  if (!row) return refuse("account_locked");
  const secret = unseal(ctx.env.ACCOUNT_SECRETS, memberId, row.sealedSecret);
  // Encrypted with a secret that the operator has removed: only a recovery code works.
  if (!secret) return refuse("account_locked");
  const step = stepOfCode(secret.text, code, now);
  if (step === undefined) return refuseOffClock(ctx, memberId, stepOffClock(secret.text, code, now), now);
  if (await wasCounted(ctx, offClockKey(memberId, step), now)) return refuse("two_factor_invalid");
  const resealed = secret.isOld ? { sealedSecret: seal(ctx.env.ACCOUNT_SECRETS, memberId, secret.text) } : {};
  const updated = await ctx.db.orm
    .update(totp)
    .set({ lastStep: step, failures: sql`${totp.failures} - 1`, ...resealed })
    .where(and(ownCode, lt(totp.lastStep, step)))
    .returning({ memberId: totp.memberId });
  return updated.length > 0 ? undefined : refuse("two_factor_invalid");
}

const offClockKey = (memberId: string, step: number) => `second-factor-off-clock:${memberId}:${step}`;
/** Longer than any step that is told can become current. */
const offClockSeconds = 20 * 60;

/**
 * A wrong code; `clock_off` where it fits another time within ten minutes: the phone's clock is wrong. Such a code will not
 * be accepted when its time comes either, so that a guesser gains nothing by the answer.
 */
async function refuseOffClock(ctx: Accounts, memberId: string, step: number | undefined, now: Date): Promise<Refusal> {
  if (step === undefined) return refuse("two_factor_invalid");
  await consumeAttempt(ctx, offClockKey(memberId, step), { attempts: 1, seconds: offClockSeconds }, now);
  return refuse("two_factor_invalid", { extra: { clock_off: true } });
}

/** A recovery code proves more, so it also unlocks a locked authenticator. */
async function consumeRecoveryCode(
  ctx: Accounts,
  { member, typed, origin, now }: FactorInput,
): Promise<Refusal | undefined> {
  const hash = hashed(normalizedRecoveryCode(typed));
  const used = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .update(recoveryCode)
      .set({ usedAt: now })
      .where(and(eq(recoveryCode.memberId, member.id), eq(recoveryCode.hash, hash), isNull(recoveryCode.usedAt)))
      .returning();
    if (!row) return false;
    await tx.update(totp).set({ failures: 0 }).where(eq(totp.memberId, member.id));
    const event = "recovery_code_used";
    const about = await recordSecurityEvent(tx, ctx, { memberId: member.id, event, method: "code", origin, now });
    await queueAccountEmail(tx, ctx, { kind: event, about, to: member.email, language: member.locale, now });
    return true;
  });
  ctx.jobs.wakeWorkers();
  return used ? undefined : refuse("two_factor_invalid");
}

/** The password was right, so the member is warned, once per window. */
async function recordFailure(ctx: Accounts, { member, origin, now }: FactorInput): Promise<void> {
  const isFirst = !(await consumeAttempt(
    ctx,
    `second-factor-letter:${member.id}`,
    { attempts: 1, seconds: 24 * 3600 },
    now,
  ));
  await ctx.db.transaction(async (tx) => {
    const event = "two_factor_failed";
    const about = await recordSecurityEvent(tx, ctx, { memberId: member.id, event, method: "code", origin, now });
    if (isFirst)
      await queueAccountEmail(tx, ctx, { kind: event, about, to: member.email, language: member.locale, now });
  });
}
