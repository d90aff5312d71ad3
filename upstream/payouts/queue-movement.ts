import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import type { OutgoingRow } from "./permit.ts";

/**
 * Lets a movement go on at once after the commit. The work of orders is found by the order's reference, that of other
 * movements by their own id.
 */
export async function queueMovement(
  { jobs }: Pick<Context, "jobs">,
  tx: Tx,
  { id, kind, orderRef }: Pick<OutgoingRow, "id" | "kind" | "orderRef">,
): Promise<void> {
  if ((kind === "payout" || kind === "refund") && orderRef !== null) await jobs.send(tx, kind, { ref: orderRef });
  else await jobs.send(tx, "payout", { movement: id });
}
