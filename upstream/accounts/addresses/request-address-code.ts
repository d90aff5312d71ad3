import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import type { NamedAddress } from "../effects/account-changes.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { addressSubject } from "../effects/bound-subjects.ts";
import { refusedWhileFrozen } from "../security/freeze-in-force.ts";
import { hasSecondFactor } from "../security/second-factor.ts";
import { checkCodeLimits, type EmailCode, issueCode } from "../sign-in/email-codes.ts";
import type { SignedIn } from "../sign-in/sessions.ts";
import { type AddressInput, readPlan } from "./address-book.ts";

type Services = Pick<Context, "db" | "ids" | "jobs" | "market" | "policy" | "rails">;
type CodeRequest = { input: AddressInput; origin: ClientOrigin; now: Date };
/** `since`: from when its age would count. `challenge`: the emailed code; null where the authenticator confirms. */
export type AddressToConfirm = { address: NamedAddress; since: Date; isRename: boolean; challenge: EmailCode | null };

/**
 * Begins to save an address: emails the code that confirms it, or, to a member with an authenticator, that somebody is
 * about to save it. Either way the owner reads of it before anything is saved. Refuses what could not be saved.
 */
export async function requestAddressCode(
  ctx: Services,
  signedIn: SignedIn,
  { input, origin, now }: CodeRequest,
): Promise<AddressToConfirm | Refusal> {
  const { member } = signedIn;
  const plan = await readPlan(ctx, member.id, input);
  if (isRefusal(plan)) return plan;
  const { address, existing } = plan;
  if (existing?.label === address.label) return refuseFields({ pointer: "/account", code: "already_saved" });
  const frozen = await refusedWhileFrozen(ctx.db.orm, member.id, now);
  if (frozen) return frozen;
  const subject = addressSubject(member.id, address);
  const hasAuthenticator = await hasSecondFactor(ctx.db.orm, member.id);
  const request = { purpose: "withdrawal", email: member.email, subject, origin, now } as const;
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const challenge = await ctx.db.transaction(async (tx) => {
    const effect = hasAuthenticator ? "address_requested" : "address_code_sent";
    const proof = { kind: "fresh_session", signedIn } as const;
    const applied = await applyEffect(tx, ctx, effect, { member, proof, change: address, method: null, origin, now });
    if (isRefusal(applied)) return applied;
    const code = { ...request, memberId: member.id, language: member.locale, partner: null };
    return hasAuthenticator ? null : issueCode(tx, ctx, code);
  });
  ctx.jobs.wakeWorkers();
  return isRefusal(challenge)
    ? challenge
    : { address, since: existing?.createdAt ?? now, isRename: existing !== null, challenge };
}
