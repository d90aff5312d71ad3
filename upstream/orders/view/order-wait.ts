import type { PayoutWait } from "../../../contract/values/payout-waits.ts";
import { orderWaits } from "../../payouts/owner-waits.ts";
import type { Context } from "../../ports/context.ts";
import type { WorkByHand } from "../../ports/rail.ts";
import { hitsOn } from "../../screening/screen.ts";
import { operatorHoldOf } from "../operator-hold.ts";
import type { OrderRow } from "../order-facts-query.ts";

/**
 * What an order's payout or refund waits for before it is sent, and who checks one that is on hold for a check. `hand`: what a person
 * does for it now. Null where nothing keeps it back, and in every other status.
 */
export async function orderWait(
  { db }: Pick<Context, "db">,
  row: OrderRow,
  hand: WorkByHand | null,
): Promise<PayoutWait | null> {
  switch (row.status) {
    case "sending":
    case "refunding":
      // While payouts by hand are stopped nobody has begun to pay it.
      return hand?.isPaused ? "paused" : ((await orderWaits(db.orm, [row.ref])).get(row.ref) ?? null);
    case "on_hold":
      return row.holdReason === "aml_check" ? whoChecks(db.orm, row) : null;
    default:
      return null;
  }
}

/** What the payouts and refunds of a list wait for, by order number; orders of which nothing is kept back are missing. */
export function orderWaitsOf(
  { db }: Pick<Context, "db">,
  rows: readonly Pick<OrderRow, "ref" | "status">[],
): Promise<ReadonlyMap<string, PayoutWait>> {
  const leaving = rows.filter(({ status }) => status === "sending" || status === "refunding");
  return orderWaits(
    db.orm,
    leaving.map(({ ref }) => ref),
  );
}

/** An automatic check while only the provider's answer is outstanding; with a hit, or a hold by an operator, a review. */
async function whoChecks(reader: Context["db"]["orm"], row: OrderRow): Promise<"check" | "review"> {
  const { open, confirmed, waiting } = await hitsOn(reader, "order", row.ref);
  if (waiting === 0 || open + confirmed > 0) return "review";
  return (await operatorHoldOf(reader, row)) === null ? "check" : "review";
}
