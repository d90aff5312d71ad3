import { and, eq, gt, isNotNull, isNull, notInArray, or, sum } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { WithdrawalLimit } from "../../contract/balance/withdrawals.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { hasSecondFactor } from "../accounts/security/second-factor.ts";
import type { Orm } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { type PayoutRule, policyRow } from "../payouts/rules/payout-policy.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { type LimitState, limitState } from "./rules/limit.ts";

const dayMs = 86_400_000;
const centDecimals = 2;

/**
 * The member's limit of the last 24 hours: one for withdrawals and for payments of orders from wallets. What has left counts
 * for a day from then, what waits counts until it has left: so no 24 hours see more leave than the limit, also where some of
 * it waited for a new address. In the transaction that requests, under the member's lock.
 */
export async function dayLimit(
  ctx: Pick<Context, "policy">,
  reader: Pick<Orm, "select">,
  memberId: string,
  now: Date,
): Promise<LimitState> {
  const [row] = await reader
    .select({ used: sum(withdrawal.worthUsd) })
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.memberId, memberId),
        countsAgainstLimit(withdrawal.endedAt, now),
        notInArray(withdrawal.status, ["cancelled", "rejected", "failed"]),
      ),
    );
  const hasAuthenticator = await hasSecondFactor(reader, memberId);
  const used = BigInt(row?.used ?? 0) + (await paidFromWallets(reader, memberId, now));
  return limitState(ctx.policy.withdrawals.levels, { hasAuthenticator, used });
}

const countsAgainstLimit = (leftAt: AnyPgColumn, now: Date) =>
  or(isNull(leftAt), gt(leftAt, new Date(now.getTime() - dayMs)));

/** US cents of orders that were paid from wallets, whose payout leaves them, and that were not given back. */
async function paidFromWallets(reader: Pick<Orm, "select">, memberId: string, now: Date): Promise<bigint> {
  const [row] = await reader
    .select({ used: sum(order.walletWorthUsd) })
    .from(order)
    .where(
      and(
        eq(order.ownerId, memberId),
        isNotNull(order.walletPaidAt),
        countsAgainstLimit(order.completedAt, now),
        notInArray(order.status, ["refund_pending", "refunding", "refunded", "failed", "expired", "cancelled"]),
      ),
    );
  return BigInt(row?.used ?? 0);
}

/** Refuses what is more than is left of the day's limit, where the policy of payouts counts it. */
export async function limitObstacle(
  ctx: Pick<Context, "policy">,
  reader: Pick<Orm, "select">,
  memberId: string,
  { rule, worthUsd }: { rule: PayoutRule; worthUsd: bigint },
  now: Date,
): Promise<Refusal | { limit: LimitState | null }> {
  if (policyRow(rule).limit === "none") return { limit: null };
  const limit = await dayLimit(ctx, reader, memberId, now);
  return worthUsd > limit.left ? refuse("withdrawal_limit", { extra: { limit: limitView(limit) } }) : { limit };
}

/** In the contract's form. */
export function limitView({ level, day, used, left, raise, nextDay }: LimitState): WithdrawalLimit {
  const textOf = (cents: bigint) => formatDecimal(cents, centDecimals);
  return {
    level,
    day_usd: textOf(day),
    used_usd: textOf(used),
    left_usd: textOf(left),
    raise,
    next_day_usd: nextDay === null ? null : textOf(nextDay),
  };
}
