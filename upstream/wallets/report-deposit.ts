import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { deposit, walletAddress } from "../db/schema/wallets.ts";
import { lockAddress } from "../ledger/sweeps/read-addresses.ts";
import type { Context } from "../ports/context.ts";
import type { DepositReport } from "../ports/deposit-rail.ts";
import { creditDeposit } from "./credit-deposit.ts";
import type { DepositRow } from "./deposit-row.ts";
import { isListedDeposit } from "./listed-deposit.ts";
import { lockWallet } from "./lock-wallet.ts";
import type { WalletRow } from "./read-wallets.ts";
import { takeBackDeposit } from "./take-back-deposit.ts";

export type DepositContext = Pick<Context, "db" | "clock" | "env" | "ids" | "market">;

/**
 * Records what a rail says of a deposit: once by the rail's own id, whatever is reported how often and in which order.
 * Books nothing before it is final. `unknown`: no wallet has that address.
 */
export async function reportDeposit(ctx: DepositContext, report: DepositReport): Promise<"recorded" | "unknown"> {
  const result = await ctx.db.transaction((tx) => recordDeposit(ctx, tx, report));
  // A fact may have begun or ended a shortfall.
  if (report.state !== "seen") ctx.market.changed();
  return result;
}

/** The same in the caller's transaction; the terms of the market may have changed after it. */
export async function recordDeposit(
  ctx: DepositContext,
  tx: Tx,
  report: DepositReport,
): Promise<"recorded" | "unknown"> {
  const now = ctx.clock.now();
  const depositAddress = await placeOf(tx, report);
  if (!depositAddress) return "unknown";
  const address = report.state === "seen" ? null : await lockAddress(tx, report, report.address);
  // Before the deposit, as everywhere: two deposits of one wallet are recorded one after the other.
  const row =
    depositAddress.memberId === null ? undefined : await lockWallet(tx, depositAddress.memberId, depositAddress.asset);
  const deposit = await lockDeposit(tx, ctx, report, depositAddress, now);
  if (!deposit) return "recorded";
  const wallet = await ownerOf(tx, deposit, depositAddress, row);
  const sent = { ...deposit, sender: report.sender ?? deposit.sender };
  const isListed = isToBeBooked(deposit, report) && (await isListedDeposit(ctx, tx, sent));
  await apply(tx, sent, report, { wallet, address, now, isListed });
  return "recorded";
}

async function placeOf(tx: Tx, { rail, address, memo }: DepositReport) {
  const [row] = await tx
    .select()
    .from(walletAddress)
    .where(
      and(
        eq(walletAddress.rail, rail),
        eq(walletAddress.address, address),
        eq(sql`coalesce(${walletAddress.memo}, '')`, memo ?? ""),
      ),
    );
  return row;
}

/** The deposit's row, made at its first sight, locked. Undefined for one that vanished before we heard of it. */
async function lockDeposit(
  tx: Tx,
  { ids }: Pick<Context, "ids">,
  report: DepositReport,
  depositAddress: typeof walletAddress.$inferSelect,
  now: Date,
): Promise<DepositRow | undefined> {
  const { rail, railPaymentId, asset, amount, confirmations, required } = report;
  if (report.state !== "gone") {
    const seen = { rail, railPaymentId, asset, amount, confirmations, required, status: "pending" as const };
    const owner = {
      addressId: depositAddress.id,
      memberId: depositAddress.memberId,
      walletAsset: depositAddress.asset,
    };
    await tx
      .insert(deposit)
      .values({ id: ids.newId("dep"), ...owner, ...seen, seenAt: now })
      .onConflictDoNothing();
  }
  const [row] = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.rail, rail), eq(sql`lower(${deposit.railPaymentId})`, railPaymentId.toLowerCase())))
    .for("update");
  if (row && row.addressId !== depositAddress.id)
    throw new Error(`The deposit ${railPaymentId} of ${rail} is at ${row.addressId}, not at ${depositAddress.id}`);
  return row;
}

/** Once an operator has assigned it, a deposit is another wallet's than its address. */
async function ownerOf(
  tx: Tx,
  { memberId, walletAsset }: DepositRow,
  depositAddress: typeof walletAddress.$inferSelect,
  ofPlace: WalletRow | undefined,
): Promise<WalletRow | undefined> {
  if (memberId === null || (memberId === depositAddress.memberId && walletAsset === depositAddress.asset))
    return ofPlace;
  return lockWallet(tx, memberId, walletAsset);
}

type Circumstances = Parameters<typeof creditDeposit>[2];

/** Open, or taken back and included again. */
const isToBeBooked = ({ status }: DepositRow, { state }: DepositReport) =>
  state === "final" && (status === "pending" || status === "gone" || status === "taken_back");

async function apply(tx: Tx, row: DepositRow, report: DepositReport, circumstances: Circumstances): Promise<void> {
  const { confirmations, amount, place } = report;
  const isOpen = row.status === "pending" || row.status === "gone";
  if (report.state === "gone") {
    if (row.status === "pending") await save(tx, row, { status: "gone" });
    else if (!isOpen && row.status !== "taken_back") await takeBackDeposit(tx, row, circumstances);
    return;
  }
  if (report.state === "seen") {
    if (isOpen) await save(tx, row, { status: "pending", confirmations, amount, sender: row.sender });
    return;
  }
  if (!isToBeBooked(row, report)) return;
  await creditDeposit(tx, { ...row, confirmations, amount, place }, circumstances);
}

async function save(tx: Tx, { id }: DepositRow, next: Partial<DepositRow>): Promise<void> {
  await tx.update(deposit).set(next).where(eq(deposit.id, id));
}
