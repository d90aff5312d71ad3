import { eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { account } from "../../db/schema/index.ts";
import { ownMoney } from "../../ledger/read.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import { availableOf, lyingAt } from "../../ledger/state.ts";
import type { Context } from "../../ports/context.ts";

/**
 * Asks before money leaves the rail that pays an asset out, when what stays there does not cover what is promised to orders
 * and owed to customers: their payouts would wait. Money at other rails does not count, it cannot be paid out from there.
 */
export async function payoutCashConcern(
  ctx: Context,
  tx: Tx,
  { asset, decimals, amount, rail }: { asset: string; decimals: number; amount: bigint; rail: string },
): Promise<string | null> {
  if (ctx.rails.payoutRail(asset) !== rail) return null;
  const [reserve] = await tx
    .select()
    .from(account)
    .where(eq(account.id, accounts.reserve(asset)));
  const elsewhere = (await ownMoney(tx, ctx.rails.payoutRail)).get(asset)?.elsewhere ?? [];
  const free = (reserve ? availableOf(reserve) : 0n) - elsewhere.reduce((sum, row) => sum + lyingAt(row), 0n);
  const missing = amount - free;
  if (missing <= 0n) return null;
  const textOf = (minor: bigint) => `${formatDecimal(minor, decimals)} ${asset}`;
  return `${rail} would lack ${textOf(missing)} of what is promised to orders and owed to customers; their payouts would wait.`;
}
