import { eq } from "drizzle-orm";
import type { WalletPayment } from "../../../contract/order/wallet-payment.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { hasSecondFactor } from "../../accounts/security/second-factor.ts";
import type { MemberRow } from "../../accounts/sign-in/sessions.ts";
import type { Orm } from "../../db/database.ts";
import { asset } from "../../db/schema/index.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { needsCode, type PayoutRule, walletRule } from "../../payouts/rules/payout-policy.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { worthIn } from "../../wallets/worth.ts";
import { limitObstacle, limitView } from "../day-limit.ts";
import { type Destination, readDestination } from "../destination.ts";
import { blockOf } from "../obstacle.ts";
import type { LimitState } from "../rules/limit.ts";

export type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "market" | "policy" | "rails" | "rates">;

/**
 * What it takes to pay an order from its owner's wallet. `destination`: null where the payout goes into another wallet of the
 * same member; `rule`: what the policy of payouts asks for it. `worthUsd`: US cents, for the day's limit.
 */
export type PaymentTerms = { rule: PayoutRule; destination: Destination | null; worthUsd: bigint };

/**
 * Reads where the payout goes, and what the payment uses of the day's limit. Refuses another member's order, an account that
 * is not saved while the member allows only those, and `gateway_unavailable` while the amount cannot be valued.
 */
export async function readPaymentTerms(
  ctx: Services,
  row: OrderRow,
  owner: MemberRow,
  now: Date,
): Promise<PaymentTerms | Refusal> {
  if (row.ownerId !== owner.id) return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  if (row.payoutToWallet) return { rule: walletRule("own_wallet"), destination: null, worthUsd: 0n };
  const [to] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.toAsset));
  if (!to || row.payoutAccount === null) return refuse("invalid_transition");
  const typed = { addressId: null, account: row.payoutAccount, memo: row.payoutMemo };
  const destination = await readDestination(ctx, owner, to, typed, now);
  if (isRefusal(destination)) return destination;
  const worthUsd = (await worthIn(ctx, "usd", now)).worthOf(row.fromAmount, row.fromAsset);
  return worthUsd === null ? refuse("gateway_unavailable") : { rule: destination.rule, destination, worthUsd };
}

/**
 * Why the payment cannot be made now: a freeze, a debt, or the limit that withdrawals and payments from wallets share. In the
 * transaction that pays, under the member's lock; without it for the page.
 */
export async function paymentObstacle(
  ctx: Pick<Context, "policy">,
  reader: Pick<Orm, "select">,
  memberId: string,
  terms: PaymentTerms,
  now: Date,
): Promise<Refusal | { limit: LimitState | null }> {
  const blocked = await blockOf(reader, memberId, now);
  return blocked ?? limitObstacle(ctx, reader, memberId, terms, now);
}

/** In the contract's form. Refuses what the payment itself would. */
export async function showPaymentTerms(
  ctx: Services,
  row: OrderRow,
  owner: MemberRow,
  now: Date,
): Promise<WalletPayment | Refusal> {
  const terms = await readPaymentTerms(ctx, row, owner, now);
  if (isRefusal(terms)) return terms;
  const obstacle = await paymentObstacle(ctx, ctx.db.orm, owner.id, terms, now);
  if (isRefusal(obstacle)) return obstacle;
  const [from] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.fromAsset));
  const { rule, destination, worthUsd } = terms;
  const method = (await hasSecondFactor(ctx.db.orm, owner.id)) ? ("authenticator" as const) : ("email" as const);
  return {
    asset: row.fromAsset,
    amount: formatDecimal(row.fromAmount, from?.decimals ?? 0),
    to_asset: row.toAsset,
    account: destination?.account ?? null,
    memo: destination?.memo ?? null,
    confirm_with: needsCode(rule) ? method : null,
    is_new_account: destination?.isNew ?? false,
    available_at: destination?.isNew ? destination.usableAt.toISOString() : null,
    worth_usd: formatDecimal(worthUsd, 2),
    limit: obstacle.limit && limitView(obstacle.limit),
  };
}
