import { eq } from "drizzle-orm";
import { queueAccountEmail } from "../accounts/account-emails.ts";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { recordSecurityEvent } from "../accounts/security/history.ts";
import { consumeSecondFactor, hasSecondFactor } from "../accounts/security/second-factor.ts";
import {
  checkCode,
  checkCodeLimits,
  consumeCode,
  type EmailCode,
  issueCode,
  newestCode,
} from "../accounts/sign-in/email-codes.ts";
import { lockAccount, type MemberRow, type SignedIn } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member as memberTable } from "../db/schema/accounts.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { type AddressesOnly, allowsSavedOnly } from "../domain/withdrawals/addresses-only.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type Wish = { on: boolean; code: string | null; origin: ClientOrigin; now: Date };

/** What a code by e-mail confirms here: it opens nothing else. */
const subjectOf = ({ id }: Pick<MemberRow, "id">) => `addresses-only:${id}`;

/**
 * Limits withdrawals to saved addresses, at once; or ends that, a day later and only with a code: of the authenticator,
 * or by e-mail where there is none. What is so already stays as it is.
 */
export async function setAddressesOnly(
  ctx: Services,
  signedIn: SignedIn,
  { on, code, origin, now }: Wish,
): Promise<AddressesOnly | Refusal> {
  const { member } = signedIn;
  const isEnding = member.addressesOnlyEndsAt !== null;
  if (on === allowsSavedOnly(member, now) && (!on || !isEnding)) return member;
  if (!on && isEnding) return member;
  const proof = on ? { emailed: null } : await prove(ctx, member, { code, origin, now });
  if (isRefusal(proof)) return proof;
  const wish: AddressesOnly = {
    withdrawalAddressesOnly: true,
    addressesOnlyEndsAt: on ? null : new Date(now.getTime() + ctx.policy.withdrawals.addressesOnlyEndsSeconds * 1000),
  };
  const late = await ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn);
    if (over) return over;
    const used = proof.emailed && (await consumeCode(tx, proof.emailed, now));
    if (used) return used;
    await change(tx, ctx, member, { wish, method: on ? null : "code", origin, now });
    return undefined;
  });
  ctx.jobs.wakeWorkers();
  return late ?? wish;
}

type Change = { wish: AddressesOnly; method: "code" | null; origin: ClientOrigin; now: Date };

async function change(tx: Tx, ctx: Services, member: MemberRow, { wish, method, origin, now }: Change): Promise<void> {
  await tx.update(memberTable).set(wish).where(eq(memberTable.id, member.id));
  const kind = wish.addressesOnlyEndsAt === null ? "addresses_only_on" : "addresses_only_off";
  const about = await recordSecurityEvent(tx, ctx, { memberId: member.id, event: kind, method, origin, now });
  await queueAccountEmail(tx, ctx, { kind, about, to: member.email, language: member.locale, now });
}

async function prove(
  ctx: Services,
  member: MemberRow,
  { code, origin, now }: Omit<Wish, "on">,
): Promise<{ emailed: EmailCode | null } | Refusal> {
  if (await hasSecondFactor(ctx.db.orm, member.id)) {
    if (code === null || code === "") return refuse("two_factor_required");
    return (await consumeSecondFactor(ctx, { member, typed: code, origin, now })) ?? { emailed: null };
  }
  const subject = subjectOf(member);
  const sent = await newestCode(ctx.db.orm, { purpose: "withdrawal", subject, now });
  if (!sent) return refuse("code_expired");
  const guess = { id: sent.id, email: member.email, memberId: member.id, subject, typed: code ?? "", now };
  const checked = await checkCode(ctx, { purpose: "withdrawal", ...guess });
  return isRefusal(checked) ? checked : { emailed: checked };
}

/** E-mails the code for a member without an authenticator, as often as an hour allows. */
export async function sendAddressesOnlyCode(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  { member, origin, now }: { member: MemberRow; origin: ClientOrigin; now: Date },
): Promise<EmailCode | Refusal> {
  if (await hasSecondFactor(ctx.db.orm, member.id)) return refuse("two_factor_required");
  const { email, id: memberId, locale: language } = member;
  const request = {
    purpose: "withdrawal",
    email,
    memberId,
    language,
    subject: subjectOf(member),
    origin,
    now,
  } as const;
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const issued = await ctx.db.transaction(async (tx) => {
    const made = await issueCode(tx, ctx, { ...request, partner: null });
    await queueAccountEmail(tx, ctx, { kind: "addresses_only_code", about: made.id, to: email, language, now });
    return made;
  });
  ctx.jobs.wakeWorkers();
  return issued;
}
