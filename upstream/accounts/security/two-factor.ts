import { and, eq, isNull } from "drizzle-orm";
import { plainCode } from "../../../contract/values/pasted-text.ts";
import { totp } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { hashed, seal, unseal } from "../../shared/secrets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { consumeAttempt, resetAttempts } from "../sign-in/attempts.ts";
import type { MemberRow, SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { newRecoveryCodes, normalizedRecoveryCode } from "./recovery-codes.ts";
import { consumeSecondFactor, hasSecondFactor } from "./second-factor.ts";
import { type OwnChange, ownChangeOf } from "./security-change.ts";
import { newTotpSecret, otpauthUri, stepOfCode, stepOffClock } from "./totp.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type RequestContext = { origin: ClientOrigin; now: Date };

const setUpSeconds = 10 * 60;

export type NewTotp = { secret: string; uri: string; expiresAt: Date };

/** Creates a secret for an authenticator. It has no effect until a first code confirms it. */
export async function generateTotp(
  ctx: Accounts,
  member: MemberRow,
  { password, now }: { password: string; now: Date },
): Promise<NewTotp | Refusal> {
  const proven = await provePassword(ctx, { member, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  const secret = newTotpSecret();
  const expiresAt = new Date(now.getTime() + setUpSeconds * 1000);
  const pending = { sealedSecret: seal(ctx.env.ACCOUNT_SECRETS, member.id, secret), expiresAt };
  // An active one is not replaced: it must be turned off first, with a code.
  const [pendingRow] = await ctx.db.orm
    .insert(totp)
    .values({ memberId: member.id, ...pending })
    .onConflictDoUpdate({ target: totp.memberId, set: pending, setWhere: isNull(totp.confirmedAt) })
    .returning({ memberId: totp.memberId });
  if (!pendingRow) return refuse("invalid_transition");
  return { secret, uri: otpauthUri(secret, ctx.env.BRAND_NAME, member.email), expiresAt };
}

type Enabled = OwnChange & { recoveryCodes: string[] };

/**
 * Turns two-step sign-in on with a code of the new secret. Recovery codes are shown once; only their hashes are stored.
 */
export async function enableTotp(
  ctx: Accounts,
  signedIn: SignedIn,
  { code, origin, now }: RequestContext & { code: string },
): Promise<Enabled | Refusal> {
  const { member } = signedIn;
  if (code === "") return refuseFields({ pointer: "/code", code: "required" });
  const ownTotp = and(eq(totp.memberId, member.id), isNull(totp.confirmedAt));
  const [pending] = await ctx.db.orm.select().from(totp).where(ownTotp);
  if (!pending) return refuse("invalid_transition");
  if (!pending.expiresAt || pending.expiresAt <= now) return refuse("code_expired");
  const key = `second-factor:${member.id}`;
  const excess = await consumeAttempt(ctx, key, { attempts: 5, seconds: 15 * 60 }, now);
  if (excess) return excess;
  const secret = unseal(ctx.env.ACCOUNT_SECRETS, member.id, pending.sealedSecret);
  const typed = plainCode(code);
  const step = secret ? stepOfCode(secret.text, typed, now) : undefined;
  if (step === undefined) {
    const isOff = secret && stepOffClock(secret.text, typed, now) !== undefined;
    return refuse("two_factor_invalid", isOff ? { extra: { clock_off: true } } : {});
  }
  await resetAttempts(ctx, [key]);
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map((recoveryCode) => hashed(normalizedRecoveryCode(recoveryCode)));
  const change = { sealedSecret: pending.sealedSecret, step, recoveryHashes };
  const proof = { kind: "new_authenticator", signedIn } as const;
  const request = { member, proof, change, method: "code", origin, now } as const;
  const enabled = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "authenticator_on", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(enabled) ? enabled : { ...ownChangeOf(enabled), recoveryCodes };
}

/** Turns it off, with the password and a code or recovery code. */
export async function disableTotp(
  ctx: Accounts,
  signedIn: SignedIn,
  { password, code, origin, now }: RequestContext & { password: string; code: string },
): Promise<OwnChange | Refusal> {
  const { member } = signedIn;
  if (code === "") return refuseFields({ pointer: "/code", code: "required" });
  if (!(await hasSecondFactor(ctx.db.orm, member.id))) return refuse("invalid_transition");
  const proven = await provePassword(ctx, { member, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  const wrong = await consumeSecondFactor(ctx, { member, typed: code, origin, now });
  if (wrong) return wrong;
  const proof = { kind: "password", signedIn, ...proven } as const;
  const request = { member, proof, change: {}, method: "code", origin, now } as const;
  const changed = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "authenticator_off", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(changed) ? changed : ownChangeOf(changed);
}
