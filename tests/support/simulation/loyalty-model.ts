import { z } from "zod/v4";
import type { Order } from "../../../contract/order/order.ts";
import type { Context } from "../../../upstream/ports/context.ts";

/** Low enough for the few orders of one member. */
const tiers = [
  { tier: "platinum", fromDollars: 1500n, percent: "30" },
  { tier: "gold", fromDollars: 500n, percent: "20" },
  { tier: "silver", fromDollars: 100n, percent: "10" },
] as const;
export const tiersSetting = [...tiers]
  .reverse()
  .map(({ tier, fromDollars, percent }) => `${tier}:${fromDollars}/${percent}`)
  .join(",");

const yearMs = 365 * 86_400_000;
const row = z.object({ cents: z.string().transform((text) => BigInt(text)) });

/** What is wrong with the loyalty discount of a new draft; undefined when it is that of its owner's completed orders. */
export async function loyaltyFault({ db, clock }: Context, owner: string, draft: Order): Promise<string | undefined> {
  const since = new Date(clock.now().getTime() - yearMs).toISOString();
  const { rows } = await db.query(
    `select coalesce(sum(turnover_cents), 0)::text as cents from exchange_order
      where owner_id = $1 and status = 'completed' and completed_at > $2`,
    [owner, since],
  );
  const { cents } = row.parse(rows[0]);
  const earned = tiers.find(({ fromDollars }) => cents >= fromDollars * 100n);
  const { loyalty, promo } = draft;
  // A promo code may take its place.
  const isRight = loyalty ? loyalty.tier === earned?.tier && loyalty.discount_percent === earned.percent : !earned;
  if (isRight || (promo !== null && !loyalty)) return undefined;
  return `has the discount ${loyalty?.tier}, its owner has earned ${earned?.tier}`;
}
