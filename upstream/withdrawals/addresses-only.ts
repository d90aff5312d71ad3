import { queueAccountEmail } from "../accounts/account-emails.ts";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { applyEffect } from "../accounts/effects/apply-effect.ts";
import { addressesOnlySubject } from "../accounts/effects/bound-subjects.ts";
import { proveWithCode } from "../accounts/effects/proof.ts";
import { hasSecondFactor } from "../accounts/security/second-factor.ts";
import { checkCodeLimits, type EmailCode, issueCode } from "../accounts/sign-in/email-codes.ts";
import type { MemberRow, SignedIn } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { type AddressesOnly, allowsSavedOnly } from "./rules/addresses-only.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type SettingChange = { on: boolean; code: string | null; origin: ClientOrigin; now: Date };

/**
 * Limits withdrawals to saved addresses, at once; or ends that, a day later and only with a code: of the authenticator,
 * or by email where there is none. What is so already stays as it is.
 */
export async function setAddressesOnly(
  ctx: Services,
  signedIn: SignedIn,
  change: SettingChange,
): Promise<AddressesOnly | Refusal> {
  const { member } = signedIn;
  const isEnding = member.addressesOnlyEndsAt !== null;
  if (change.on === allowsSavedOnly(member, change.now) && (!change.on || !isEnding)) return member;
  if (!change.on && isEnding) return member;
  const set = await (change.on ? turnOn(ctx, signedIn, change) : turnOff(ctx, signedIn, change));
  ctx.jobs.wakeWorkers();
  return set;
}

async function turnOn(
  ctx: Services,
  signedIn: SignedIn,
  { origin, now }: SettingChange,
): Promise<AddressesOnly | Refusal> {
  const proof = { kind: "fresh_session", signedIn } as const;
  const request = { member: signedIn.member, proof, change: {}, method: null, origin, now };
  const applied = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "addresses_only_on", request));
  return isRefusal(applied) ? applied : { withdrawalAddressesOnly: true, addressesOnlyEndsAt: null };
}

async function turnOff(ctx: Services, signedIn: SignedIn, change: SettingChange): Promise<AddressesOnly | Refusal> {
  const { member } = signedIn;
  const { code, origin, now } = change;
  const proof = await proveWithCode(ctx, signedIn, { subject: addressesOnlySubject(member.id), code, origin, now });
  if (isRefusal(proof)) return proof;
  const endsAt = new Date(now.getTime() + ctx.policy.withdrawals.addressesOnlyEndsSeconds * 1000);
  const request = { member, proof, change: { endsAt }, method: "code", origin, now } as const;
  const applied = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "addresses_only_off", request));
  return isRefusal(applied) ? applied : { withdrawalAddressesOnly: true, addressesOnlyEndsAt: endsAt };
}

/** Emails the code for a member without an authenticator, as often as an hour allows. */
export async function sendAddressesOnlyCode(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  { member, origin, now }: { member: MemberRow; origin: ClientOrigin; now: Date },
): Promise<EmailCode | Refusal> {
  if (await hasSecondFactor(ctx.db.orm, member.id)) return refuse("two_factor_required");
  const { email, id: memberId, locale: language } = member;
  const subject = addressesOnlySubject(memberId);
  const request = { purpose: "withdrawal", email, memberId, language, subject, origin, now } as const;
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const issued = await ctx.db.transaction(async (tx) => {
    const code = await issueCode(tx, ctx, { ...request, partner: null });
    await queueAccountEmail(tx, ctx, { kind: "addresses_only_code", about: code.id, to: email, language, now });
    return code;
  });
  ctx.jobs.wakeWorkers();
  return issued;
}
