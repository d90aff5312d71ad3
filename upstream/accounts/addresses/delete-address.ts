import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { SignedIn } from "../sign-in/sessions.ts";

/**
 * Deletes a saved address; saved again, it waits again. Needs a recent sign-in. `not_found` for another member's as for an
 * unknown one.
 */
export async function deleteAddress(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  signedIn: SignedIn,
  { id, origin, now }: { id: string; origin: ClientOrigin; now: Date },
): Promise<Refusal | undefined> {
  const proof = { kind: "fresh_session", signedIn } as const;
  const request = { member: signedIn.member, proof, change: { id }, method: null, origin, now };
  const deleted = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "address_deleted", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(deleted) ? deleted : undefined;
}
