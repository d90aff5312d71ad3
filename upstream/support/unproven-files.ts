import { and, eq, isNull, or, sql } from "drizzle-orm";
import { shareOf } from "../../contract/networks/fair-use.ts";
import { ticket, ticketEntry, ticketFile } from "../db/schema/support.ts";
import type { Context } from "../ports/context.ts";

type Tally = { byNetwork: Map<string, number>; last: Promise<unknown> };

/** What each network has stored since this process started. */
const tallies = new WeakMap<Context["db"], Tally>();
const megabyte = 1_000_000;

/**
 * Whether a picture of somebody who has proven nothing may be stored: all of these together stay below UNPROVEN_MB, and
 * those of one network below a fifth of what the others leave, so that something is left for the next network.
 */
export async function mayStoreUnproven(
  ctx: Pick<Context, "db" | "env">,
  network: string,
  bytes: number,
): Promise<boolean> {
  const tally = tallies.get(ctx.db) ?? { byNetwork: new Map<string, number>(), last: Promise.resolve() };
  tallies.set(ctx.db, tally);
  // One after the other, so that each counts those before it.
  const decided = tally.last.then(async () => {
    const quota = ctx.env.UNPROVEN_MB * megabyte;
    const stored = await unprovenBytes(ctx);
    const held = Math.min(tally.byNetwork.get(network) ?? 0, stored);
    if (held + bytes > shareOf(quota - (stored - held))) return false;
    tally.byNetwork.set(network, held + bytes);
    return true;
  });
  tally.last = decided.catch(() => {});
  return decided;
}

/** Pictures of messages that were not sent, and of tickets whose address nobody has proven. */
async function unprovenBytes({ db }: Pick<Context, "db">): Promise<number> {
  const isUnproven = and(eq(ticket.emailConfirmed, false), isNull(ticket.memberId));
  const [row] = await db.orm
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${ticketFile.image})), 0)::float8` })
    .from(ticketFile)
    .leftJoin(ticketEntry, eq(ticketEntry.id, ticketFile.entryId))
    .leftJoin(ticket, eq(ticket.number, ticketEntry.ticket))
    .where(or(isNull(ticketFile.entryId), isUnproven));
  return row?.bytes ?? 0;
}
