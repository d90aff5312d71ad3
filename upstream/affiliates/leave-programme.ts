import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { partner, partnerBalance } from "../db/schema/affiliates.ts";
import { asset } from "../db/schema/market.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { partnerOf } from "./partners.ts";
import { waitingPayout } from "./review-payout.ts";
import { minPayout } from "./show-terms.ts";

/** Whether a reward or a payout of the member waits, or enough is ready to be taken out. */
export async function hasRewards(tx: Tx, { env }: Pick<Context, "env">, memberId: string): Promise<boolean> {
  const row = await partnerOf(tx, memberId);
  if (!row) return false;
  if (await waitingPayout(tx, row.id)) return true;
  if (env.AFFILIATES === "off" || env.WALLETS === "off") return false;
  const id = env.AFFILIATE_ASSET;
  const [waiting] = await tx
    .select()
    .from(partnerBalance)
    .where(and(eq(partnerBalance.partnerId, row.id), gt(partnerBalance.waiting, 0n)));
  const [paidIn] = await tx.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, id));
  if (waiting || !paidIn) return waiting !== undefined;
  return (await available(tx, accounts.affiliate(row.id, id))) >= minPayout(paidIn.decimals);
}

/**
 * Rewards that would be given up with the account, by asset in minor units. Call it where `hasRewards` is false: then they are below
 * the smallest payout, or the programme is off. Includes rewards that still wait.
 */
export async function leftRewards(tx: Tx, memberId: string): Promise<{ asset: string; amount: bigint }[]> {
  const row = await partnerOf(tx, memberId);
  if (!row) return [];
  const balances = await tx
    .select()
    .from(partnerBalance)
    .where(eq(partnerBalance.partnerId, row.id))
    .orderBy(partnerBalance.asset);
  const left: { asset: string; amount: bigint }[] = [];
  for (const { asset: id, waiting } of balances) {
    const amount = waiting + (await available(tx, accounts.affiliate(row.id, id)));
    if (amount > 0n) left.push({ asset: id, amount });
  }
  return left;
}

/** When the account is closed: no further order counts. */
export async function leaveProgramme(tx: Tx, memberId: string): Promise<void> {
  const pausedReason = sql`coalesce(${partner.pausedReason}, 'The account was closed.')`;
  await tx.update(partner).set({ status: "paused", pausedReason }).where(eq(partner.memberId, memberId));
}
