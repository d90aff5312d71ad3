import { unpayableDestinations } from "../../payouts/own-addresses/own-addresses.ts";
import type { Context } from "../../ports/context.ts";
import { type AskedAsset, readAccount } from "../../shared/rules/fields/asked-fields.ts";

/** What a customer would be told about such an address. */
const faults: Record<string, string> = {
  address_checksum: "it is mistyped, its checksum is wrong",
  address_network: "it belongs to another network",
  address_asset: "the payment URI asks for another currency",
  address_token: "it is a token's contract",
  address_unowned: "nobody has its key",
};

/** A destination that an operator names, as its network writes it, after the checks that customers meet; otherwise why it is refused. */
export async function payableAccount(
  ctx: Pick<Context, "db" | "rails">,
  asset: AskedAsset & { id: string },
  typed: string,
): Promise<{ account: string } | string> {
  const account = readAccount("", asset, typed);
  if (typeof account !== "string")
    return `"${typed}" is not an address for ${asset.id}: ${faults[account.code] ?? "its form is wrong"}.`;
  const [fault] = await unpayableDestinations(ctx, ctx.db.orm, [{ pointer: "", network: asset.network, account }]);
  if (!fault) return { account };
  return `"${typed}" must not be paid: ${faults[fault.code] ?? "it is an account of our own"}.`;
}
