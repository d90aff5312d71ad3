import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { partner } from "../db/schema/affiliates.ts";
import { queueEmail } from "../mail/outbox/queue-email.ts";
import type { Context } from "../ports/context.ts";
import type { PayoutRow } from "./review-payout.ts";

/** An operator has decided about a payout of rewards. */
export type RewardsEmailKind = "rewards_approved" | "rewards_refused";

/** The job kind of all emails about rewards. */
export const rewardsEmailJob = "rewards";

/** Queues an email to the partner in the caller's transaction; none to a closed account. */
export async function queueRewardsEmail(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  { id: payoutId, partnerId }: PayoutRow,
  kind: RewardsEmailKind,
  now: Date,
): Promise<void> {
  const [to] = await tx
    .select({ email: member.email, locale: member.locale, closedAt: member.closedAt })
    .from(member)
    .innerJoin(partner, eq(partner.memberId, member.id))
    .where(eq(partner.id, partnerId));
  if (!to || to.closedAt !== null) return;
  const id = [rewardsEmailJob, payoutId, ctx.ids.newId("lt")].join(":");
  const email = { id, kind, cause: "operator", language: to.locale, to: to.email, now } as const;
  await queueEmail(tx, ctx, email, { kind: rewardsEmailJob });
}

/** The payout that an email is about. */
export const payoutIdOf = (emailId: string) => emailId.split(":")[1] ?? "";
