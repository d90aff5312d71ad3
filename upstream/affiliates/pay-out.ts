import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Tx } from "../db/database.ts";
import { affiliatePayout } from "../db/schema/affiliates.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { repayDebt } from "../wallets/debt.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { openWallet } from "../wallets/open-wallet.ts";
import type { PayoutRow } from "./review-payout.ts";
import { rewardsPayout, rewardsPayoutId } from "./rules/reward-postings.ts";
import { minPayout, rewardAsset } from "./show-terms.ts";
import { lockRewards, recordPayout, rewardsOut } from "./take-rewards.ts";

type Request = { memberId: string; key: string };
type Services = Pick<Context, "db" | "env" | "ids" | "market" | "rails">;

/**
 * Moves everything that is ready into the member's wallet, in one transaction; a request repeated with its key moves it
 * once. One that an operator has to look at is held until then. Refuses less than the minimum and a paused partner. A debt of the
 * wallet is repaid from it at once.
 */
export async function payOutRewards(
  ctx: Services,
  request: Request,
  now: Date,
): Promise<{ amount: string; asset: string; state: PayoutRow["state"] } | Refusal> {
  const asset = await rewardAsset(ctx);
  if (!asset || ctx.env.WALLETS === "off") return refuse("not_available");
  const { id, decimals } = asset;
  const closed = await openWallet(ctx, { memberId: request.memberId, asset: id, newAddress: false }, now);
  if (closed) return closed;
  const payout = { ...request, asset: id, least: minPayout(decimals) };
  const paid = await ctx.db.transaction((tx) => payOnce(tx, ctx, payout, now));
  return isRefusal(paid) ? paid : { amount: formatDecimal(paid.amount, decimals), asset: id, state: paid.state };
}

async function payOnce(
  tx: Tx,
  ctx: Pick<Context, "env" | "ids">,
  { memberId, key, asset, least }: Request & { asset: string; least: bigint },
  now: Date,
): Promise<PayoutRow | Refusal> {
  const of = await lockRewards(tx, memberId, asset);
  if (!of) return refuse("not_found");
  const requestHash = createHash("sha256").update(`${memberId} ${key}`).digest("hex");
  const [earlierPayout] = await tx.select().from(affiliatePayout).where(eq(affiliatePayout.requestHash, requestHash));
  if (earlierPayout) return earlierPayout;
  const ready = await available(tx, accounts.affiliate(of.id, asset));
  const amount = ready < least ? least : ready;
  const out = await rewardsOut(ctx, tx, memberId, { asset, amount }, now);
  if (isRefusal(out)) return out;
  const wallet = await lockWallet(tx, memberId, asset);
  if (!wallet) return refuse("not_found");
  const payout = { id: ctx.ids.newId("ap"), partnerId: of.id, asset, amount, requestHash };
  const row = await recordPayout(tx, payout, out.review, now);
  const booking = rewardsPayout(row.state === "paid" ? "post" : "hold", { ...payout, memberId });
  const booked = await book(tx, [booking], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  if (row.state === "paid") await repayDebt(tx, wallet, rewardsPayoutId(row.id), now);
  return row;
}
