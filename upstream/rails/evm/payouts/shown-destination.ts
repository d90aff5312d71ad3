import { eq } from "drizzle-orm";
import { outgoing } from "../../../db/schema/index.ts";
import { confirmedDestinations } from "../../../payouts/destinations.ts";
import { isConfirmed } from "../../../payouts/rules/destination.ts";
import type { RailMovement } from "../../../ports/payout-rail.ts";
import type { RailDesk } from "../../registration.ts";
import type { ShownDestination } from "./payout-parts.ts";

/**
 * The destination that a movement rests on; where it differs from every confirmed one, the newest, which the signer then refuses.
 * Undefined where nothing was confirmed.
 */
export async function shownDestination(
  { db }: Pick<RailDesk, "db">,
  { id }: Pick<RailMovement, "id">,
): Promise<ShownDestination | undefined> {
  const [movement] = await db.orm.select().from(outgoing).where(eq(outgoing.id, id));
  if (!movement) return undefined;
  const confirmed = await confirmedDestinations(db.orm, movement);
  const destination = confirmed.find((candidate) => isConfirmed(movement, [candidate])) ?? confirmed[0];
  return destination && { account: destination.account, amount: destination.amount, memo: destination.memo };
}
