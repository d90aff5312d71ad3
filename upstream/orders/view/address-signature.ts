import { addressType, type SignedAddress } from "../../../contract/order/signed-statements.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { OrderRow } from "../order-facts-query.ts";

/** That the pay-in address of an executed order is ours, for which payment and until when. */
export async function addressSignature(
  { db, signer }: Pick<Context, "db" | "signer">,
  row: OrderRow,
  { from }: MarketPair,
  now: Date,
): Promise<SignedAddress | null> {
  if (row.payinMethod === null || row.payinAddress === null) return null;
  const statement = {
    type: addressType,
    order: row.ref,
    asset: from.id,
    network: from.network,
    address: row.payinAddress,
    memo: row.payinMemo,
    amount: formatDecimal(row.fromAmount, from.decimals),
    valid_until: row.expiresAt?.toISOString() ?? null,
  } as const;
  return signer.sign(db.orm, statement, now);
}
