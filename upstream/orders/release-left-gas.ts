import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { outgoing, transfer } from "../db/schema/index.ts";
import { book } from "../ledger/book.ts";
import type { Context } from "../ports/context.ts";

const lookedBackMs = 24 * 3_600_000;

/**
 * Releases gas that is still held for a transfer that has ended. Versions that did not hold gas end transfers without
 * releasing it, and one may still run beside this one during an upgrade.
 */
export async function releaseLeftGas({ clock, db }: Pick<Context, "clock" | "db">): Promise<void> {
  const now = clock.now();
  const end = alias(transfer, "ended");
  const left = await db.orm
    .select({ id: transfer.id })
    .from(outgoing)
    .innerJoin(transfer, and(sql`${transfer.id} = ${outgoing.id} || ':gas'`, eq(transfer.kind, "pending")))
    .leftJoin(end, eq(end.pendingId, transfer.id))
    .where(
      and(
        ne(outgoing.status, "sending"),
        gt(outgoing.settledAt, new Date(now.getTime() - lookedBackMs)),
        isNull(end.id),
      ),
    );
  for (const { id } of left) {
    await db.transaction((tx) => book(tx, [{ do: "void", id: `${id}:void`, pendingId: id }], now));
  }
}
