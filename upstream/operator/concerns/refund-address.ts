import type { Context } from "../../context.ts";
import { assetWithoutAddress } from "../../domain/decide/choices.ts";
import { draftDecision } from "../../domain/decision-draft.ts";
import { readAccount } from "../../domain/fields/asked-fields.ts";
import { loadFacts, type OrderRow } from "../../orders/order-facts-query.ts";
import { ownDestinations } from "../../own-addresses/own-addresses.ts";

/** What a customer would be told about such an address. */
const faults: Record<string, string> = {
  address_checksum: "it is mistyped, its checksum is wrong",
  address_network: "it belongs to another network",
  address_asset: "the payment URI asks for another currency",
  address_token: "it is a token's contract",
  address_unowned: "nobody has its key",
};

/** A checked address, and the column of the order that it goes into. */
type RefundAddress = { account: string; column: "refundAccount" | "wrongRefundAccount" };

/** The address as its network writes it, after the checks that customers meet; otherwise why it is refused. */
export async function refundAddress(ctx: Context, row: OrderRow, typed: string): Promise<RefundAddress | string> {
  const facts = await loadFacts(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  const assetId = assetWithoutAddress(draftDecision(facts));
  const asset = assetId === null ? undefined : facts.assets[assetId];
  if (!asset) return `${row.fromAsset} is refunded to the payment it came from: leave --account out.`;
  const account = readAccount("/refund/account", asset, typed);
  const isOwn = asset.network === facts.assets[row.fromAsset]?.network;
  const own =
    typeof account === "string"
      ? await ownDestinations(ctx, ctx.db.orm, [{ pointer: "", network: asset.network, account }])
      : [];
  if (own.length > 0) return `"${typed}" is an address of our own: money must not be sent there.`;
  if (typeof account === "string") return { account, column: isOwn ? "refundAccount" : "wrongRefundAccount" };
  return `"${typed}" is not an address for ${asset.id}: ${faults[account.code] ?? "its form is wrong"}.`;
}

/** Asks before an address that the customer gave, or an operator before, is replaced. */
export function addressConcern(row: OrderRow, { account, column }: RefundAddress): string | null {
  const known = row[column];
  if (known === null || known === account) return null;
  return `The order has the refund address ${known}; the refund would go to ${account}.`;
}
