import type { Context } from "../../ports/context.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { memberByEmail } from "../members.ts";

/** The member with this address has unsubscribed by a link in an email. */
export async function stopNews(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  { email, origin, now }: { email: string; origin: ClientOrigin; now: Date },
): Promise<void> {
  const account = await memberByEmail(ctx.db.orm, email);
  if (!account) return;
  const request = {
    member: account.member,
    proof: { kind: "email_link" },
    change: {},
    method: null,
    origin,
    now,
  } as const;
  await ctx.db.transaction((tx) => applyEffect(tx, ctx, "news_stopped", request));
}
