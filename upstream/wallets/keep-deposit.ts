import type { Tx } from "../db/database.ts";
import { walletAddress } from "../db/schema/wallets.ts";
import type { DepositReport } from "../ports/deposit-rail.ts";
import { type DepositContext, recordDeposit } from "./report-deposit.ts";

/**
 * Keeps final money that came to an address which no wallet and no order has any more: as an unclaimed deposit at an address of
 * nobody, booked once by the rail's own id, for an operator to assign or to pay out.
 */
export async function keepDeposit(ctx: DepositContext, report: DepositReport): Promise<void> {
  await ctx.db.transaction((tx) => keepIn(ctx, tx, report));
  ctx.market.changed();
}

/** The same in the caller's transaction. */
export async function keepIn(ctx: DepositContext, tx: Tx, report: DepositReport): Promise<void> {
  const now = ctx.clock.now();
  const { asset, rail, address, memo } = report;
  await tx
    .insert(walletAddress)
    .values({ id: ctx.ids.newId("wa"), memberId: null, asset, rail, address, memo, issuedAt: now, replacedAt: now })
    .onConflictDoNothing();
  if ((await recordDeposit(ctx, tx, report)) === "unknown") {
    throw new Error(`Nobody has the address ${address} of ${rail}`);
  }
}
