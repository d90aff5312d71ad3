import { eq } from "drizzle-orm";
import type { AffiliateReview } from "../../contract/affiliate/affiliate-lists.ts";
import type { Orm, Tx } from "../db/database.ts";
import { affiliatePayout, partner } from "../db/schema/affiliates.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { type PartnerRow, partnerOf } from "./partners.ts";
import { reviewOf, waitingPayout } from "./review-payout.ts";

/**
 * Locks a member's rewards until the transaction ends, before the wallet and the ledger's accounts. A pause of the partner
 * and a fraud flag wait for this transaction, or this one sees them. Undefined for a member who is no partner.
 */
export async function lockRewards(tx: Tx, memberId: string, asset: string): Promise<PartnerRow | undefined> {
  const [row] = await tx.select().from(partner).where(eq(partner.memberId, memberId)).for("share");
  if (row) await lockBalance(tx, { partnerId: row.id, asset });
  return row;
}

type Wanted = { asset: string; amount: bigint };
type Settings = Pick<Context, "env">;

/**
 * Whether a member can take this much of the rewards out, and why an operator looks at it first. Refuses a second payout
 * that an operator has to look at. Under their lock, or without it for a quote.
 */
export async function rewardsOut(
  ctx: Settings,
  reader: Pick<Orm, "select">,
  memberId: string,
  { asset, amount }: Wanted,
  now: Date,
): Promise<{ review: AffiliateReview | null } | Refusal> {
  const row = await partnerOf(reader, memberId);
  if (!row) return refuse("insufficient_funds");
  if (row.status !== "active") return refuse("forbidden");
  const ready = await available(reader, accounts.affiliate(row.id, asset));
  if (ready < amount) return refuse("insufficient_funds");
  const review = await reviewOf(ctx, reader, { partnerId: row.id, asset, amount }, now);
  if (review !== null && (await waitingPayout(reader, row.id))) return refuse("payout_review");
  return { review };
}

/** Why a withdrawal cannot take them: as above, and one that an operator has to look at goes into the wallet first. */
export async function withdrawalOfRewardsObstacle(
  ctx: Settings,
  reader: Pick<Orm, "select">,
  memberId: string,
  wanted: Wanted,
  now: Date,
): Promise<Refusal | undefined> {
  const out = await rewardsOut(ctx, reader, memberId, wanted, now);
  if (isRefusal(out)) return out;
  return out.review === null ? undefined : refuse("payout_needs_review");
}

type Payout = Pick<typeof affiliatePayout.$inferInsert, "id" | "partnerId" | "asset" | "amount" | "requestHash">;

/** Writes a payout that is booked in the same transaction: one with a review waits. Under the lock of the rewards. */
export async function recordPayout(
  tx: Tx,
  payout: Payout,
  review: AffiliateReview | null,
  now: Date,
): Promise<typeof affiliatePayout.$inferSelect> {
  const { id, partnerId, asset, amount, requestHash } = payout;
  const state = review === null ? ({ state: "paid", endedAt: now } as const) : ({ state: "waiting", review } as const);
  const [row] = await tx
    .insert(affiliatePayout)
    .values({ id, partnerId, asset, amount, requestHash, ...state, createdAt: now })
    .returning();
  if (!row) throw new Error(`The payout ${id} was not written`);
  if (review === null) await addToBalance(tx, payout, { paidOut: amount });
  return row;
}
