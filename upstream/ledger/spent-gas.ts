import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "../db/database.ts";
import { transfer } from "../db/schema/ledger.ts";
import { gasHoldOf, gasSpent } from "../withdrawals/rules/gas-postings.ts";
import type { Booking } from "./rules/booking.ts";
import type { FeePlace, NetworkFee } from "./rules/network-fee.ts";

/** What an attempt of a movement that no order owns has cost, from what is still held for it; `place`: which account has paid. */
export async function spentGas(
  tx: Tx,
  { id, rail, place = "hot" }: { id: string; rail: string; place?: FeePlace },
  fee: NetworkFee | null,
  result: "sent" | "failed",
): Promise<Booking[]> {
  const ended = alias(transfer, "ended");
  const [held] = await tx
    .select({ asset: transfer.asset, amount: transfer.amount })
    .from(transfer)
    .leftJoin(ended, eq(ended.pendingId, transfer.id))
    .where(and(eq(transfer.id, gasHoldOf(id)), eq(transfer.kind, sql`'pending'`), isNull(ended.id)));
  return gasSpent({ outgoingId: id, rail, place }, held ?? null, fee, result);
}
