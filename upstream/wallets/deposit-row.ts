import { gt } from "drizzle-orm";
import { asset } from "../db/schema/market.ts";
import { deposit } from "../db/schema/wallets.ts";

/** A deposit as stored. */
export type DepositRow = typeof deposit.$inferSelect;

/** More than its refund fee. Of anything less nothing could be sent back, and anybody can send as much of it as they like. */
export const isReturnable = gt(deposit.amount, asset.refundFee);
