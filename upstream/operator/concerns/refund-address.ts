import { loadFacts, type OrderRow } from "../../orders/order-facts-query.ts";
import { assetWithoutAddress } from "../../orders/rules/decide/choices.ts";
import { startDecision } from "../../orders/rules/decision-builder.ts";
import type { Context } from "../../ports/context.ts";
import { payableAccount } from "./payable-account.ts";

/** A checked address, and the column of the order that it goes into. */
type RefundAddress = { account: string; column: "refundAccount" | "wrongRefundAccount" };

/** The address as its network writes it, after the checks that customers meet; otherwise why it is refused. */
export async function refundAddress(ctx: Context, row: OrderRow, typed: string): Promise<RefundAddress | string> {
  const facts = await loadFacts(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  const assetId = assetWithoutAddress(startDecision(facts));
  const asset = assetId === null ? undefined : facts.assets[assetId];
  if (!asset) return `${row.fromAsset} is refunded to the payment it came from: leave --account out.`;
  const isOwn = asset.network === facts.assets[row.fromAsset]?.network;
  const payable = await payableAccount(ctx, asset, typed);
  if (typeof payable === "string") return payable;
  return { ...payable, column: isOwn ? "refundAccount" : "wrongRefundAccount" };
}

/** Asks before an address that the customer gave, or an operator before, is replaced. */
export function addressConcern(row: OrderRow, { account, column }: RefundAddress): string | null {
  const currentAddress = row[column];
  if (currentAddress === null || currentAddress === account) return null;
  return `The order has the refund address ${currentAddress}; the refund would go to ${account}.`;
}
