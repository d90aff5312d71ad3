import { asc, inArray } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account } from "../db/schema/ledger.ts";
import { asset } from "../db/schema/market.ts";
import type { Rails } from "../ports/rail.ts";
import { accounts } from "./rules/booking.ts";
import { availableOf } from "./state.ts";

/** An account that a rail pays its network fees from; minor units of `asset`. */
export type GasAccount = {
  /** As account names have it: with `_gas` where it pays for sweeps only. */
  rail: string;
  asset: string;
  decimals: number;
  /** What can be spent: the rail has it, and it is ours and promised to nobody. */
  available: bigint;
  /** The most that one transfer costs, or the sweep of one address, of all assets that the rail sends. */
  perTransfer: bigint;
  /** How many transfers it pays for. */
  transfers: bigint;
};

/** The gas accounts of all rails that send an asset of ours. */
export async function gasAccounts(
  reader: Pick<Orm, "select">,
  { payoutFor, payoutRail }: Pick<Rails, "payoutFor" | "payoutRail">,
): Promise<GasAccount[]> {
  const assets = await reader.select().from(asset).orderBy(asc(asset.sort), asc(asset.id));
  const payers = new Map<string, Omit<GasAccount, "available" | "transfers" | "decimals">>();
  for (const { id } of assets) {
    if (payoutRail(id) === undefined) continue;
    const { id: rail, gas, sweepGas } = payoutFor(id);
    const ofSweeps = sweepGas?.from === "gas" ? [{ ...sweepGas, rail: `${rail}_gas` }] : [];
    for (const paying of [...(gas ? [{ ...gas, rail }] : []), ...ofSweeps]) {
      const accountId = accounts.rail(paying.rail, paying.asset);
      const dearest = payers.get(accountId)?.perTransfer ?? 0n;
      const perTransfer = paying.amount > dearest ? paying.amount : dearest;
      payers.set(accountId, { rail: paying.rail, asset: paying.asset, perTransfer });
    }
  }
  const ids = [...payers].flatMap(([accountId, row]) => [accountId, accounts.reserve(row.asset)]);
  const rows = ids.length === 0 ? [] : await reader.select().from(account).where(inArray(account.id, ids));
  const free = new Map(rows.map((row) => [row.id, availableOf(row)]));
  return [...payers].map(([accountId, row]) => {
    const [cash, reserve] = [free.get(accountId) ?? 0n, free.get(accounts.reserve(row.asset)) ?? 0n];
    const least = cash < reserve ? cash : reserve;
    const available = least > 0n ? least : 0n;
    const decimals = assets.find(({ id }) => id === row.asset)?.decimals ?? 0;
    return { ...row, decimals, available, transfers: available / row.perTransfer };
  });
}
