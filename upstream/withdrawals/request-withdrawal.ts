import { eq } from "drizzle-orm";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { hasSecondFactor } from "../accounts/security/second-factor.ts";
import { lockAccount, type SignedIn } from "../accounts/sign-in/sessions.ts";
import { rewardsPayout } from "../affiliates/rules/reward-postings.ts";
import { lockRewards, recordPayout } from "../affiliates/take-rewards.ts";
import type { Orm, Tx } from "../db/database.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { book } from "../ledger/book.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { hashed } from "../shared/secrets.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { openWallet } from "../wallets/open-wallet.ts";
import { obstacleTo } from "./obstacle.ts";
import { type WithdrawalMoney, withdrawalHeld } from "./rules/withdrawal-postings.ts";
import { checkWithdrawalCodeLimits, issueWithdrawalCode } from "./withdrawal-code.ts";
import { queueWithdrawalEmail } from "./withdrawal-emails.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";
import { readTerms, type TypedWithdrawal, type WithdrawalTerms } from "./withdrawal-terms.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "market" | "policy" | "rails" | "rates">;
/** `key`: the caller's idempotency key. */
type Request = { typed: TypedWithdrawal; key: string; origin: ClientOrigin; now: Date };
type Confirmation = "authenticator" | "email";

/**
 * Requests a withdrawal: holds the money, and sends the code or asks for one of the authenticator. Rewards go through the
 * member's wallet, in the same transaction: what ends without being sent stays there. The same key again
 * finds the same withdrawal. Of several at once that want the same money, one is made.
 */
export async function requestWithdrawal(
  ctx: Services,
  signedIn: SignedIn,
  { typed, key, origin, now }: Request,
): Promise<WithdrawalRow | Refusal> {
  const { member } = signedIn;
  const requestHash = hashed(JSON.stringify([member.id, key]));
  const earlier = await madeBy(ctx.db.orm, requestHash);
  if (earlier) return earlier;
  const terms = await readTerms(ctx, member, typed, now);
  if (isRefusal(terms)) return terms;
  // Before a code is counted: a refused request sends none.
  const obstacle = await obstacleTo(ctx, ctx.db.orm, member.id, terms, now);
  if (isRefusal(obstacle)) return obstacle;
  const confirmWith = (await hasSecondFactor(ctx.db.orm, member.id)) ? "authenticator" : "email";
  if (confirmWith === "email") {
    const excess = await checkWithdrawalCodeLimits(ctx, { member, subject: requestHash, origin, now });
    if (excess) return excess;
  }
  if (terms.source === "affiliate") {
    const closed = await openWallet(ctx, { memberId: member.id, asset: terms.asset, newAddress: false }, now);
    if (closed) return closed;
  }
  const withdrawalRow = await ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn);
    if (over) return over;
    const earlierWithdrawal = await madeBy(tx, requestHash);
    if (earlierWithdrawal) return earlierWithdrawal;
    return make(ctx, tx, { memberId: member.id, terms, confirmWith, requestHash, now }, async (row) => {
      if (confirmWith === "authenticator") await queueWithdrawalEmail(tx, ctx, row, "withdrawal_requested", now);
      else await issueWithdrawalCode(tx, ctx, { row, member, origin, now });
    });
  });
  ctx.jobs.wakeWorkers();
  return withdrawalRow;
}

async function madeBy(reader: Pick<Orm, "select">, requestHash: string): Promise<WithdrawalRow | undefined> {
  const [row] = await reader.select().from(withdrawal).where(eq(withdrawal.requestHash, requestHash));
  return row;
}

type New = {
  memberId: string;
  terms: WithdrawalTerms;
  confirmWith: Confirmation;
  requestHash: string;
  now: Date;
};

async function make(
  ctx: Services,
  tx: Tx,
  { memberId, terms, confirmWith, requestHash, now }: New,
  inform: (row: WithdrawalRow) => Promise<void>,
): Promise<WithdrawalRow | Refusal> {
  const { source, asset, rail, amount, fee, account, memo, worthUsd, usableAt } = terms;
  const partner = source === "affiliate" ? await lockRewards(tx, memberId, asset) : undefined;
  if (!(await lockWallet(tx, memberId, asset))) return refuse("insufficient_funds");
  const obstacle = await obstacleTo(ctx, tx, memberId, terms, now);
  if (isRefusal(obstacle)) return obstacle;
  const id = ctx.ids.newId("wd");
  const payout = partner && { id: ctx.ids.newId("ap"), partnerId: partner.id, asset, amount, requestHash: hashed(id) };
  const before = payout ? [rewardsPayout("post", { ...payout, memberId })] : [];
  const awaitsCash = await holdMoney(tx, before, { id, memberId, rail, asset, amount, fee }, now);
  if (isRefusal(awaitsCash)) return awaitsCash;
  if (payout) await recordPayout(tx, payout, null, now);
  const confirmBy = new Date(now.getTime() + ctx.policy.withdrawals.confirmSeconds * 1000);
  const money = { asset, rail, amount, fee, account, memo, worthUsd, awaitsCash };
  const times = { usableAt, confirmBy, createdAt: now, updatedAt: now };
  const [row] = await tx
    .insert(withdrawal)
    .values({ id, memberId, source, ...money, status: "confirm_pending", confirmWith, requestHash, ...times })
    .returning();
  if (!row) throw new Error(`The withdrawal ${id} was not written`);
  await inform(row);
  return row;
}

/**
 * Where too little can be paid out now, the money is held in the wallet alone: true then. `before` brings the money into
 * the wallet, in the same call, since accounts are locked in one order.
 */
async function holdMoney(
  tx: Tx,
  before: Booking[],
  money: Omit<WithdrawalMoney, "awaitsCash">,
  now: Date,
): Promise<boolean | Refusal> {
  const held = await book(tx, [...before, ...withdrawalHeld({ ...money, awaitsCash: false })], now);
  if (!isRefusal(held)) return false;
  if (held.refused !== "reserve_insufficient") return held;
  const waiting = await book(tx, [...before, ...withdrawalHeld({ ...money, awaitsCash: true })], now);
  return isRefusal(waiting) ? waiting : true;
}
