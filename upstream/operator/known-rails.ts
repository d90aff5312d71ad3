import { like } from "drizzle-orm";
import { account, asset as assetTable } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";

/**
 * Rail names in ledger accounts: those an asset can be paid in, paid out or held at, deposit addresses and the account that pays
 * for sweeps included.
 */
export async function knownRails(ctx: Context, asset: string): Promise<string[]> {
  const payins = ctx.rails.payinMethods(asset).map((method) => ctx.rails.payinFor(asset, method).id);
  const rows = await ctx.db.orm
    .select({ id: account.id })
    .from(account)
    .where(like(account.id, `assets:%:${asset}`));
  const heldAt = rows.map(({ id }) => id.split(":")[1] ?? "").filter((rail) => !rail.endsWith("_disputed"));
  const payouts = ctx.rails
    .payoutsOf(asset)
    .flatMap(({ id, hotAddress }) => (hotAddress === null ? [id] : [id, `${id}${atDeposits}`]));
  const assets = await ctx.db.orm.select({ id: assetTable.id }).from(assetTable);
  const sweeping = assets
    .flatMap(({ id }) => ctx.rails.payoutsOf(id))
    .flatMap(({ id, sweepGas: gas }) => (gas?.from === "gas" && gas.asset === asset ? [`${id}${ofGas}`] : []));
  return [...new Set([...payouts, ...payins, ...sweeping, ...heldAt])];
}

/** Those that payments name: the rest of a rail's name only says where its money lies. */
export async function payinRails(ctx: Context, asset: string): Promise<string[]> {
  return (await knownRails(ctx, asset)).filter(
    (rail) => ![atDeposits, ofGas, ofDust].some((end) => rail.endsWith(end)),
  );
}

const [atDeposits, ofGas, ofDust] = ["_deposits", "_gas", "_dust"] as const;
