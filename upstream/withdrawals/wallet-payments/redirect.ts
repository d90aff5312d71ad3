import { eq } from "drizzle-orm";
import { asset, member } from "../../db/schema/index.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { readDestination } from "../destination.ts";

type NewAccount = { asset: string; account: string; memo: string | null };

/**
 * Why an order's money may not go to an account that was named after it was confirmed. Of a member's order the session alone
 * does not decide: the order's link, which its mailbox has, or an account that the member saved, or has withdrawn to, a day
 * before. Money of a wallet goes to such an account only, by whatever link: back into the wallet is always possible. A
 * guest's order is its link's.
 */
export async function redirectObstacle(
  ctx: Pick<Context, "db" | "policy" | "rails">,
  row: OrderRow,
  to: NewAccount,
  isByLink: boolean,
  now: Date,
): Promise<Refusal | undefined> {
  if (row.ownerId === null) return undefined;
  const isOfWallet = row.payinMethod === "balance";
  if (isByLink && !isOfWallet) return undefined;
  const [owner] = await ctx.db.orm.select().from(member).where(eq(member.id, row.ownerId));
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, to.asset));
  if (!owner || !paid) return refuse("order_link_required");
  const typed = { addressId: null, account: to.account, memo: to.memo };
  const destination = await readDestination(ctx, owner, paid, typed, now);
  // Also what cannot be read: a destination that is not checked must not pass.
  if (isRefusal(destination)) return destination;
  if (!destination.isNew) return undefined;
  return refuse(isOfWallet ? "address_not_whitelisted" : "order_link_required");
}
