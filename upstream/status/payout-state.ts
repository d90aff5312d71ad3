import { and, eq, gt, inArray, min } from "drizzle-orm";
import type { PartState } from "../../contract/market/service-parts.ts";
import type { Orm } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { outgoing } from "../db/schema/outgoing.ts";
import { hourMs } from "./days.ts";

/** A payout that waits for longer is late. */
const lateMs = hourMs / 2;
/** And if one waits for longer than this while none was sent in it, payouts have stopped. */
const stoppedMs = hourMs;

/** Whether paid orders get their payouts. Orders on hold wait for a decision, so they do not count. */
export async function payoutState(orm: Pick<Orm, "select">, now: Date): Promise<PartState> {
  const [waiting] = await orm
    .select({ since: min(order.updatedAt) })
    .from(order)
    .where(inArray(order.status, ["processing", "sending"]));
  const waitMs = waiting?.since ? now.getTime() - waiting.since.getTime() : 0;
  if (waitMs <= lateMs) return "works";
  if (waitMs <= stoppedMs) return "partly";
  const [sent] = await orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(
      and(
        eq(outgoing.kind, "payout"),
        eq(outgoing.status, "sent"),
        gt(outgoing.settledAt, new Date(now.getTime() - stoppedMs)),
      ),
    )
    .limit(1);
  return sent ? "partly" : "stopped";
}
