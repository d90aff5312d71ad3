import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { affiliatePayout, partner } from "../db/schema/affiliates.ts";
import { accounts } from "../domain/ledger/booking.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { repayDebt } from "../wallets/debt.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { openWallet } from "../wallets/open-wallet.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { minPayout, rewardAsset } from "./show-terms.ts";

type Request = { partnerId: string; memberId: string; key: string };
type Services = Pick<Context, "db" | "env" | "ids" | "market" | "rails">;

/**
 * Moves everything that is ready into the member's wallet, in one transaction; a request repeated with its key moves it
 * once. Refuses less than the minimum and a paused partner. A debt of the wallet is repaid from it at once.
 */
export async function payOutRewards(
  ctx: Services,
  request: Request,
  now: Date,
): Promise<{ amount: string; asset: string } | Refusal> {
  const asset = await rewardAsset(ctx);
  if (!asset || ctx.env.WALLETS === "off") return refuse("not_available");
  const { id, decimals } = asset;
  const closed = await openWallet(ctx, { memberId: request.memberId, asset: id, newAddress: false }, now);
  if (closed) return closed;
  const payout = { ...request, asset: id, least: minPayout(decimals) };
  const paid = await ctx.db.transaction((tx) => payOnce(tx, ctx, payout, now));
  return isRefusal(paid) ? paid : { amount: formatDecimal(paid.amount, decimals), asset: id };
}

async function payOnce(
  tx: Tx,
  { ids }: Pick<Context, "ids">,
  { partnerId, memberId, key, asset, least }: Request & { asset: string; least: bigint },
  now: Date,
): Promise<{ amount: bigint } | Refusal> {
  await lockBalance(tx, { partnerId, asset });
  const requestHash = createHash("sha256").update(`${memberId} ${key}`).digest("hex");
  const [known] = await tx.select().from(affiliatePayout).where(eq(affiliatePayout.requestHash, requestHash));
  if (known) return known;
  const [of] = await tx.select().from(partner).where(eq(partner.id, partnerId));
  if (of?.status !== "active") return refuse("forbidden");
  const amount = await available(tx, accounts.affiliate(partnerId, asset));
  if (amount < least) return refuse("insufficient_funds");
  const wallet = await lockWallet(tx, memberId, asset);
  if (!wallet) return refuse("not_found");
  const id = ids.newId("ap");
  const row = { id, partnerId, asset, amount, state: "paid", requestHash, createdAt: now, endedAt: now } as const;
  await tx.insert(affiliatePayout).values(row);
  await addToBalance(tx, { partnerId, asset }, { paidOut: amount });
  const transferId = `affiliate-payout:${id}`;
  const [debit, credit] = [accounts.affiliate(partnerId, asset), accounts.member(memberId, asset)];
  const movement = { id: transferId, debit, credit, asset, amount, code: "affiliate" } as const;
  const booked = await book(tx, [{ do: "post", ...movement }], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  await repayDebt(tx, wallet, transferId, now);
  return { amount };
}
