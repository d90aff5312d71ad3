import { and, eq, inArray, sum } from "drizzle-orm";
import type { ClosingReason, LeftoverKind } from "../../contract/member/closing.ts";
import type { Orm } from "../db/database.ts";
import { asset } from "../db/schema/market.ts";
import { deposit } from "../db/schema/wallets.ts";
import { readWallets, type WalletState } from "./read-wallets.ts";

export type ClosingMoney = {
  /** What has to leave, to arrive or to be repaid before the account can be closed; minor units. */
  obstacles: { asset: string; amount: bigint; reason: ClosingReason }[];
  /** What no withdrawal can take out; minor units. */
  leftovers: { asset: string; amount: bigint; kind: LeftoverKind }[];
};

/** A member's money as it concerns the closing of the account; in a transaction, under the locks of the wallets. */
export async function closingMoney(reader: Pick<Orm, "select">, memberId: string, now: Date): Promise<ClosingMoney> {
  const states = await readWallets(reader, memberId, now);
  const least = await leastWithdrawals(
    reader,
    states.map((state) => state.asset),
  );
  const wallets = states.map((state) => ofWallet(state, least.get(state.asset) ?? 0n));
  return {
    obstacles: [...wallets.flatMap(({ obstacles }) => obstacles), ...(await checkedDeposits(reader, memberId))],
    leftovers: [...wallets.flatMap(({ leftovers }) => leftovers), ...(await leftDeposits(reader, memberId))],
  };
}

/** `least`: the smallest withdrawal. Less than that is a leftover only if nothing else may still join it. */
function ofWallet({ asset: id, available, settling, held, pending, debt }: WalletState, least: bigint): ClosingMoney {
  const figures: Record<Exclude<ClosingReason, "checking">, bigint> = { available, settling, held, pending, debt };
  const isAlone = settling + held + pending + debt === 0n;
  if (isAlone && available > 0n && available < least) {
    return { obstacles: [], leftovers: [{ asset: id, amount: available, kind: "below_withdrawal" }] };
  }
  const entries = Object.entries(figures) as [ClosingReason, bigint][];
  const obstacles = entries.flatMap(([reason, amount]) => (amount > 0n ? [{ asset: id, amount, reason }] : []));
  return { obstacles, leftovers: [] };
}

async function leastWithdrawals(reader: Pick<Orm, "select">, ids: string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const columns = { id: asset.id, least: asset.minWithdraw, fee: asset.withdrawFee };
  const rows = await reader.select(columns).from(asset).where(inArray(asset.id, ids));
  return new Map(rows.map(({ id, least, fee }) => [id, least > fee ? least : fee + 1n]));
}

/** Deposits that somebody still has to check, summed by asset: they are in no wallet. */
async function checkedDeposits(reader: Pick<Orm, "select">, memberId: string): Promise<ClosingMoney["obstacles"]> {
  const rows = await reader
    .select({ asset: deposit.asset, amount: sum(deposit.amount) })
    .from(deposit)
    .where(and(eq(deposit.memberId, memberId), eq(deposit.status, "checking")))
    .groupBy(deposit.asset)
    .orderBy(deposit.asset);
  return rows.map((row) => ({ asset: row.asset, amount: BigInt(row.amount ?? 0), reason: "checking" }));
}

/** Deposits that were kept aside, summed by asset and kind. */
async function leftDeposits(reader: Pick<Orm, "select">, memberId: string): Promise<ClosingMoney["leftovers"]> {
  const deposits = await reader
    .select({ asset: deposit.asset, amount: deposit.amount, status: deposit.status })
    .from(deposit)
    .where(and(eq(deposit.memberId, memberId), inArray(deposit.status, ["collecting", "unclaimed"])))
    .orderBy(deposit.asset);
  const sums = new Map<string, ClosingMoney["leftovers"][number]>();
  for (const { asset: id, amount, status } of deposits) {
    const kind = status === "collecting" ? "below_deposit" : "other_asset";
    const before = sums.get(`${kind} ${id}`)?.amount ?? 0n;
    sums.set(`${kind} ${id}`, { asset: id, amount: before + amount, kind });
  }
  return [...sums.values()];
}
