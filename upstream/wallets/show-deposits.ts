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

type DepositWithSender = Deposit & { sender: string | null };
type ShowContext = Pick<Context, "clock" | "db" | "market" | "rails">;

/** The newest deposits to a wallet's addresses, whatever became of them. */
export async function depositsOf(ctx: ShowContext, memberId: string, asset: string): Promise<Deposit[]> {
  const ofWallet = and(eq(deposit.memberId, memberId), eq(deposit.walletAsset, asset));
  const deposits = await newestDeposits(ctx, ofWallet, newestCount);
  return deposits.map(({ sender: _sender, ...depositLine }) => depositLine);
}

/** A member's deposits, with their senders, for the file with everything stored about them. */
export function exportDeposits(ctx: ShowContext, memberId: string): Promise<DepositWithSender[]> {
  return newestDeposits(ctx, eq(deposit.memberId, memberId), maxRows);
}

async function newestDeposits(
  { clock, db, market, rails }: ShowContext,
  wanted: SQL | undefined,
  limit: number,
): Promise<DepositWithSender[]> {
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
      sender: row.sender,
    };
  });
}
