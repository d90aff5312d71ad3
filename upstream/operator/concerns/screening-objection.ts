import { shownRef } from "../../../contract/order/order-number.ts";
import type { Tx } from "../../db/database.ts";
import type { OrderEvent } from "../../orders/rules/order-event.ts";
import { hitsOn } from "../../screening/screen.ts";

/** Events by which an order goes on, or its money leaves it. */
const goesOn: ReadonlySet<OrderEvent["name"]> = new Set<OrderEvent["name"]>([
  "operator_release",
  "operator_complete_payout",
]);
const endsIt: ReadonlySet<OrderEvent["name"]> = new Set<OrderEvent["name"]>(["operator_refund", "operator_close"]);

/**
 * Why an operator may not give an event to an order that was compared with the lists: somebody has to decide its hits first, and
 * with a listed party it does not go on. Null where nothing speaks against it.
 */
export async function screeningObjection(tx: Tx, ref: string, { name }: OrderEvent): Promise<string | null> {
  if (!goesOn.has(name) && !endsIt.has(name)) return null;
  const { open, confirmed, waiting } = await hitsOn(tx, "order", ref);
  if (open > 0)
    return `Order ${shownRef(ref)} has undecided hits: \`screening list\`, then screening clear or confirm.`;
  if (confirmed > 0 && goesOn.has(name))
    return `Order ${shownRef(ref)} is of a listed party (\`screening list --all\`): it does not go on.`;
  if (waiting > 0 && goesOn.has(name))
    return `Order ${shownRef(ref)} waits for the screening provider; it goes on with the answer, or its time limit.`;
  return null;
}
