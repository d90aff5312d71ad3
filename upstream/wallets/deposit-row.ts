import type { deposit } from "../db/schema/wallets.ts";

/** A deposit as stored. */
export type DepositRow = typeof deposit.$inferSelect;
