import { createHash } from "node:crypto";
import { and, eq, gt, or, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { payoutClearance } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import type { NewMovement, WalletEffect } from "../ports/payout-owner.ts";
import { type PayoutUsage, policyRow, ruleOf, secondPersonNeed } from "./rules/payout-policy.ts";

type Clearance = typeof payoutClearance.$inferInsert;
export type ClearanceContext = Pick<Context, "memberLimit" | "payoutOwners" | "policy">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Asks the policy what a movement needs, with the facts that its owner reads from the database in this transaction: not with
 * what the caller says. Throws where no row of the policy fits, or a waiting time is not over: an owner asks for a movement
 * only when it may be asked for.
 */
export async function clearanceFor(ctx: ClearanceContext, tx: Tx, movement: NewMovement): Promise<Clearance> {
  const { id, createdAt: decidedAt } = movement;
  const { wallet, ...effect } = await ctx.payoutOwners(movement.kind).effect(tx, movement);
  const rule = ruleOf(effect);
  if (rule === undefined) throw new Error(`No payout policy for ${id}: ${Object.values(effect).join(", ")}`);
  const { wait, limit, notice } = policyRow(rule);
  const usableAt = wait === "none" ? null : (wallet?.usableAt ?? null);
  if (wait !== "none" && (usableAt === null || usableAt > decidedAt))
    throw new Error(`The payout ${id} is asked for before its account may be used`);
  const usage = wallet && (await usageOf(ctx, tx, movement, wallet));
  const isLimited = limit === "member_day" && usage !== null;
  return {
    ...{ id, rule, ...effect, usableAt, notice, decidedAt },
    memberId: wallet?.memberId ?? null,
    destinationKey: wallet && destinationKey(movement),
    worthUsd: wallet?.worthUsd ?? null,
    limitDay: isLimited ? usage.limitDayUsd : null,
    limitUsed: isLimited ? usage.memberDayUsd : null,
    secondPerson: secondPersonNeed(rule, usage, ctx.policy.payouts),
  };
}

type Destination = Pick<NewMovement, "rail" | "account">;

/** One key for an account with all its memos: its owner can make up any number of them. */
function destinationKey({ rail, account }: Destination): string {
  // Earlier versions hashed the memo too, null for accounts without one: with null their rows of today still count.
  const destination = JSON.stringify([rail, account.toLowerCase(), null]);
  return createHash("sha256").update(destination).digest("base64url");
}

/**
 * Makes movements out of one member's wallets, and to one destination, wait for each other, so that each counts those before
 * it. To be taken before the ledger's accounts.
 */
export async function lockPayoutUsage(tx: Tx, memberId: string, destination: Destination): Promise<void> {
  for (const subject of [`member ${memberId}`, `destination ${destinationKey(destination)}`])
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payout usage of ${subject}`}, 0))`);
}

/** With this movement. */
async function usageOf(
  ctx: ClearanceContext,
  tx: Tx,
  movement: NewMovement,
  { memberId, worthUsd }: WalletEffect,
): Promise<PayoutUsage> {
  await lockPayoutUsage(tx, memberId, movement);
  const limit = await ctx.memberLimit(ctx, tx, memberId, movement.createdAt);
  const key = destinationKey(movement);
  const now = movement.createdAt.getTime();
  const ofMember = eq(payoutClearance.memberId, memberId);
  const toDestination = eq(payoutClearance.destinationKey, key);
  const isOfHour = gt(payoutClearance.decidedAt, new Date(now - hourMs));
  const [row] = await tx
    .select({
      memberHour: sql<string>`count(*) filter (where ${ofMember} and ${isOfHour})`,
      memberDay: sql<string>`count(*) filter (where ${ofMember})`,
      destinationDayUsd: sql<string | null>`sum(${payoutClearance.worthUsd}) filter (where ${toDestination})`,
    })
    .from(payoutClearance)
    .where(and(gt(payoutClearance.decidedAt, new Date(now - dayMs)), or(ofMember, toDestination)));
  return {
    memberHour: Number(row?.memberHour ?? 0) + 1,
    memberDay: Number(row?.memberDay ?? 0) + 1,
    memberDayUsd: limit.used,
    limitDayUsd: limit.day,
    destinationDayUsd: BigInt(row?.destinationDayUsd ?? 0) + (worthUsd ?? 0n),
  };
}
