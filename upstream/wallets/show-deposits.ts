import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Deposit } from "../../contract/balance/wallets.ts";
import { explorerLink } from "../../contract/market/explorer-link.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { deposit, walletAddress } from "../db/schema/wallets.ts";
import type { Context } from "../ports/context.ts";
import { decisionsDue } from "../screening/decisions-due.ts";
import { depositConfirmations } from "./deposit-confirmations.ts";

const newestCount = 20;
const maxRows = 10_000;

type ShowContext = Pick<Context, "clock" | "db" | "market" | "rails">;

/** The newest deposits to a wallet's addresses, whatever became of them. */
export function depositsOf(ctx: ShowContext, memberId: string, asset: string): Promise<Deposit[]> {
  return newestDeposits(ctx, and(eq(deposit.memberId, memberId), eq(deposit.walletAsset, asset)), newestCount);
}

/** A member's deposits, with who has sent them, for the file with everything stored about them. */
export async function exportDeposits(
  ctx: ShowContext,
  memberId: string,
): Promise<(Deposit & { sender: string | null })[]> {
  const isTheirs = eq(deposit.memberId, memberId);
  const deposits = await newestDeposits(ctx, isTheirs, maxRows);
  const rows = await ctx.db.orm.select({ id: deposit.id, sender: deposit.sender }).from(deposit).where(isTheirs);
  const senders = new Map(rows.map(({ id, sender }) => [id, sender]));
  return deposits.map((line) => ({ ...line, sender: senders.get(line.id) ?? null }));
}

async function newestDeposits(
  { clock, db, market, rails }: ShowContext,
  wanted: SQL | undefined,
  limit: number,
): Promise<Deposit[]> {
  const { assets } = await market.terms();
  const rows = await db.orm
    .select({ deposit, address: walletAddress.address })
    .from(deposit)
    .innerJoin(walletAddress, eq(walletAddress.id, deposit.addressId))
    .where(wanted)
    .orderBy(desc(deposit.seenAt), desc(deposit.id))
    .limit(limit);
  const confirmations = await depositConfirmations(
    rails,
    rows.map(({ deposit: row }) => row),
  );
  const checked = rows.flatMap(({ deposit: { id, status } }) => (status === "checking" ? [id] : []));
  const due = await decisionsDue(db.orm, "deposit", checked, clock.now());
  return rows.map(({ deposit: row, address }) => {
    const of = assets.find(({ id }) => id === row.asset);
    return {
      id: row.id,
      wallet: row.walletAsset,
      asset: row.asset,
      amount: formatDecimal(row.amount, of?.decimals ?? 0),
      status: row.status,
      address,
      confirmations: confirmations(row),
      required: row.required,
      tx: { id: row.railPaymentId, url: explorerLink(of?.explorerTx, row.railPaymentId) },
      seen_at: row.seenAt.toISOString(),
      final_at: row.finalAt?.toISOString() ?? null,
      check_by: due.get(row.id)?.toISOString() ?? null,
    };
  });
}
