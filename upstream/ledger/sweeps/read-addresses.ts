import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { addressBalance } from "../../db/schema/sweeps.ts";
import { lockDepositAddresses } from "../../db/sql/sweep-statements.ts";
import { type AddressMoney, nothingThere } from "../rules/address-money.ts";
import type { DepositPlace } from "../rules/sweep-postings.ts";

/**
 * What deposit addresses have received and what was swept from there, by address, locked until the transaction ends. An
 * address without a payment is missing.
 */
export async function lockAddresses(
  tx: Tx,
  place: DepositPlace,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AddressMoney>> {
  if (addresses.length === 0) return new Map();
  await lockDepositAddresses(tx, place, addresses);
  const { address, arrived, swept, rail, asset } = addressBalance;
  const rows = await tx
    .select({ address, arrived, swept })
    .from(addressBalance)
    .where(and(eq(rail, place.rail), eq(asset, place.asset), inArray(address, [...addresses])));
  return new Map(rows.map((row) => [row.address, row]));
}

/** The same for one. */
export async function lockAddress(tx: Tx, place: DepositPlace, address: string): Promise<AddressMoney> {
  return (await lockAddresses(tx, place, [address])).get(address) ?? nothingThere;
}
