import { and, eq, gt } from "drizzle-orm";
import { shownRef } from "../../contract/order/order-number.ts";
import type { Tx } from "../db/database.ts";
import { orderTaken } from "../db/schema/index.ts";
import type { Operator } from "./command.ts";

/** How long a claim on an order lasts, unless it is released before. */
export const claimSeconds = 30 * 60;

/** Why another operator's claim on the order asks for `--anyway`; null when nobody else is on it. */
export function claimConcern(ref: string, other: { actor: string; until: Date } | undefined): string | null {
  if (!other) return null;
  const until = other.until.toISOString().slice(11, 16);
  return `${other.actor} is on order ${shownRef(ref)} until ${until} UTC. Ask them, or use --anyway.`;
}

/** Call under the order's lock. Undefined when nobody else has claimed the order. */
export async function claimOfAnother(
  tx: Pick<Tx, "select">,
  ref: string,
  operator: Operator,
  now: Date,
): Promise<{ actor: string; until: Date } | undefined> {
  const [claim] = await tx
    .select()
    .from(orderTaken)
    .where(and(eq(orderTaken.orderRef, ref), gt(orderTaken.until, now)));
  return claim && claim.actor !== operator.name ? claim : undefined;
}
