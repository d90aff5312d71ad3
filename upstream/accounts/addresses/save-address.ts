import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import type { SavedAddressRow } from "../effects/account-writes.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { addressSubject } from "../effects/bound-subjects.ts";
import { proveWithCode } from "../effects/proof.ts";
import { refusedWhileFrozen } from "../security/freeze-in-force.ts";
import { hasSecondFactor } from "../security/second-factor.ts";
import { lockAccount, type SignedIn } from "../sign-in/sessions.ts";
import { type AddressInput, planAddress, readPlan } from "./address-book.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "market" | "policy" | "rails">;
type SaveRequest = { input: AddressInput; code: string | null; origin: ClientOrigin; now: Date };

/**
 * Saves an account or address with a code that is bound to it; the same address under another name is renamed and keeps its
 * age. What is saved under this name already stays as it is, and needs no code. Refused while a freeze lasts that was
 * reported or set by an operator: otherwise a new address would grow old in it.
 */
export async function saveAddress(
  ctx: Services,
  signedIn: SignedIn,
  { input, code, origin, now }: SaveRequest,
): Promise<SavedAddressRow | Refusal> {
  const { member } = signedIn;
  const early = await readPlan(ctx, member.id, input);
  if (isRefusal(early)) return early;
  if (early.existing?.label === early.address.label) return early.existing;
  const frozen = await refusedWhileFrozen(ctx.db.orm, member.id, now);
  if (frozen) return frozen;
  if ((code === null || code === "") && !(await hasSecondFactor(ctx.db.orm, member.id)))
    return refuseFields({ pointer: "/code", code: "required" });
  const subject = addressSubject(member.id, early.address);
  const proof = await proveWithCode(ctx, signedIn, { subject, code, origin, now });
  if (isRefusal(proof)) return proof;
  const saved = await ctx.db.transaction(async (tx) => {
    const over = (await lockAccount(tx, signedIn)) ?? (await refusedWhileFrozen(tx, member.id, now));
    if (over) return over;
    // Another call may have saved an address or a name meanwhile.
    const plan = await planAddress(tx, member.id, early.address);
    if (isRefusal(plan)) return plan;
    const request = { member, proof, method: "code", origin, now } as const;
    const applied = plan.existing
      ? await applyEffect(tx, ctx, "address_renamed", { ...request, change: { ...plan.address, id: plan.existing.id } })
      : await applyEffect(tx, ctx, "address_saved", { ...request, change: plan.address });
    if (applied === null) throw new Error("A saved address is never nothing");
    return isRefusal(applied) ? applied : applied.result;
  });
  ctx.jobs.wakeWorkers();
  return saved;
}
