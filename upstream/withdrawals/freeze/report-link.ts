import { eq } from "drizzle-orm";
import type { ClientOrigin } from "../../accounts/client-origin.ts";
import type { FreezeRow } from "../../accounts/security/freeze-in-force.ts";
import { securityEvent } from "../../db/schema/accounts.ts";
import { withdrawal } from "../../db/schema/withdrawals.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { freezeMember } from "./freeze-member.ts";

/** What an email with a “this was not me” link is about. */
export type Reported = { about: "withdrawal" | "security-event"; id: string };

/**
 * The owner says by the link of an email that something was not theirs. The link works for as long as the policy says
 * after what it is about; then, and for an account that was closed, it is refused with `code_expired`.
 */
export async function reportByLink(
  ctx: Context,
  { about, id, origin, now }: Reported & { origin: ClientOrigin; now: Date },
): Promise<FreezeRow | Refusal> {
  const [cause] = await (about === "withdrawal"
    ? ctx.db.orm
        .select({ memberId: withdrawal.memberId, at: withdrawal.createdAt })
        .from(withdrawal)
        .where(eq(withdrawal.id, id))
    : ctx.db.orm
        .select({ memberId: securityEvent.memberId, at: securityEvent.at })
        .from(securityEvent)
        .where(eq(securityEvent.id, id)));
  const { reportLinkSeconds } = ctx.policy.withdrawals;
  if (!cause || cause.memberId === null || cause.at.getTime() + reportLinkSeconds * 1000 <= now.getTime())
    return refuse("code_expired");
  return freezeMember(ctx, { memberId: cause.memberId, by: { cause: "link" }, origin, now });
}
