import { and, asc, eq, gt, inArray, isNotNull, isNull, min, or, sql, sum } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account } from "../db/schema/ledger.ts";
import { order } from "../db/schema/orders.ts";
import { deposit, wallet, walletAddress, walletSettling } from "../db/schema/wallets.ts";
import { isLossEntered } from "../db/sql/payment-doubts.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { type WalletMoney, walletMoney } from "./rules/wallet-money.ts";

type Reader = Pick<Orm, "select">;
export type WalletRow = typeof wallet.$inferSelect;
export type WalletState = WalletRow &
  WalletMoney & {
    settlesAt: Date | null;
    /** Seen and not final, in the wallet's own asset. */
    pending: bigint;
    address: typeof walletAddress.$inferSelect | null;
  };

/** A member's wallets with their money, in the order of their opening; only the named one where `asset` is given. */
export async function readWallets(reader: Reader, memberId: string, now: Date, only?: string): Promise<WalletState[]> {
  const rows = await reader
    .select({ wallet, account, address: walletAddress })
    .from(wallet)
    .leftJoin(account, eq(account.id, sql`'member:' || ${wallet.memberId} || ':' || ${wallet.asset}`))
    .leftJoin(
      walletAddress,
      and(
        eq(walletAddress.memberId, wallet.memberId),
        eq(walletAddress.asset, wallet.asset),
        isNull(walletAddress.replacedAt),
      ),
    )
    .where(and(eq(wallet.memberId, memberId), only === undefined ? undefined : eq(wallet.asset, only)))
    .orderBy(asc(wallet.createdAt), asc(wallet.asset));
  const assets = rows.map((row) => row.wallet.asset);
  if (assets.length === 0) return [];
  const settling = await settlingOf(reader, memberId, assets, now);
  const pending = await pendingOf(reader, memberId, assets);
  return rows.map((row) => {
    const unsettled = settling.get(row.wallet.asset);
    return {
      ...row.wallet,
      ...walletMoney(row.account, unsettled?.amount ?? 0n),
      settlesAt: unsettled?.first ?? null,
      pending: pending.get(row.wallet.asset) ?? 0n,
      address: row.address,
    };
  });
}

/** The money of one wallet, whether or not its row exists; in a transaction, under the wallet's lock where it is spent. */
export async function moneyOf(reader: Reader, memberId: string, asset: string, now: Date): Promise<WalletMoney> {
  const [row] = await reader
    .select()
    .from(account)
    .where(eq(account.id, accounts.member(memberId, asset)));
  const settling = await settlingOf(reader, memberId, [asset], now);
  return walletMoney(row ?? null, settling.get(asset)?.amount ?? 0n);
}

/** What was taken back, and what the wallet owes, settles no more. */
const left = sql<string>`(${walletSettling.amount} - ${walletSettling.taken} - ${walletSettling.owed})`;

/** Not settled by now, or in dispute, whatever the date: also where one person has entered the dispute. */
async function settlingOf(reader: Reader, memberId: string, assets: string[], now: Date) {
  const rows = await reader
    .select({ asset: walletSettling.asset, amount: sum(left), first: min(walletSettling.settlesAt) })
    .from(walletSettling)
    .leftJoin(order, eq(order.ref, walletSettling.orderRef))
    .where(
      and(
        eq(walletSettling.memberId, memberId),
        inArray(walletSettling.asset, assets),
        or(
          gt(walletSettling.settlesAt, now),
          isNotNull(order.disputeFlag),
          sql.raw(isLossEntered("wallet_settling.order_ref")),
        ),
        gt(left, sql`0`),
      ),
    )
    .groupBy(walletSettling.asset);
  return new Map(rows.map((row) => [row.asset, { amount: BigInt(row.amount ?? 0), first: row.first }]));
}

async function pendingOf(reader: Reader, memberId: string, assets: string[]) {
  const rows = await reader
    .select({ asset: deposit.asset, amount: sum(deposit.amount) })
    .from(deposit)
    .where(
      and(
        eq(deposit.memberId, memberId),
        inArray(deposit.walletAsset, assets),
        eq(deposit.asset, deposit.walletAsset),
        eq(deposit.status, "pending"),
      ),
    )
    .groupBy(deposit.asset);
  return new Map(rows.map((row) => [row.asset, BigInt(row.amount ?? 0)]));
}
