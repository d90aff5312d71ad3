import type { Context } from "../../ports/context.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { sessionOf } from "./sessions.ts";

/** Ends the session of a bearer; nothing for one that has none, or whose session has ended. */
export async function signOut(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  { bearer, origin, now }: { bearer: string | null; origin: ClientOrigin; now: Date },
): Promise<void> {
  const signedIn = await sessionOf(ctx, bearer, now);
  if (!signedIn) return;
  const { member, sessionId: id } = signedIn;
  const proof = { kind: "session", signedIn } as const;
  const request = { member, proof, change: { id }, method: null, origin, now };
  await ctx.db.transaction((tx) => applyEffect(tx, ctx, "signed_out", request));
}
