import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { audit, order, payment, payoutDestination } from "../db/schema/index.ts";
import { insertDestinations, type NewDestination } from "../db/sql/destination-statements.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import type { NewMovement, OutgoingRow } from "../ports/payout-owner.ts";
import { type DestinationKind, isConfirmed } from "./rules/destination.ts";

/** Records where money may go from now on, in the transaction that confirms it. Never changed afterwards. */
export async function confirmDestinations(tx: Tx, rows: NewDestination[]): Promise<void> {
  if (rows.length > 0) await insertDestinations(tx, rows);
}

/** Forgets the accounts with the personal data they are part of; who confirmed what and when stays. */
export async function eraseDestinations(tx: Pick<Tx, "update">, condition: SQL): Promise<void> {
  await tx.update(payoutDestination).set({ account: "", memo: null }).where(condition);
}

/**
 * Why a movement must not leave: its row names another account, memo or amount than was confirmed. Asked before it is
 * prepared and before it is sent. What stays with us (a sweep, a payment into a wallet) has no confirmed destination. `ofOwner`:
 * all that was confirmed for its owner, newest first.
 */
export async function destinationObstacle(
  reader: Pick<Orm, "select">,
  movement: OutgoingRow,
  ofOwner: readonly ConfirmedRow[],
): Promise<"destination_changed" | null> {
  if (movement.kind === "sweep" || movement.rail === walletRail) return null;
  const confirmed = newestOfEach(ofOwner.filter(({ kind }) => includes(kindsOf[movement.kind], kind)));
  if (isConfirmed(movement, confirmed)) return null;
  if (movement.kind === "refund" && (await isPaymentOf(reader, movement))) return null;
  return confirmed.length === 0 && (await isOfEarlierVersion(reader, movement)) ? null : "destination_changed";
}

/** The kinds of confirmations that a movement of each kind may rest on. */
export const kindsOf = {
  payout: ["payout"],
  refund: ["refund", "wrong_refund"],
  withdrawal: ["withdrawal"],
  sweep: [],
  unclaimed_payout: ["unclaimed_payout"],
} as const;

export type ConfirmedRow = typeof payoutDestination.$inferSelect;

const includes = (kinds: readonly DestinationKind[], kind: DestinationKind) => kinds.includes(kind);

/** Of rows that begin with the newest: what was confirmed last of each kind. */
export const newestOfEach = (rows: readonly ConfirmedRow[]) =>
  rows.filter(({ kind }, at) => rows.findIndex((other) => other.kind === kind) === at);

/** What was confirmed for a movement: the newest of each kind that fits. */
export async function confirmedDestinations(
  reader: Pick<Orm, "select">,
  movement: NewMovement,
): Promise<ConfirmedRow[]> {
  const newest = kindsOf[movement.kind].map(async (kind: DestinationKind) => {
    const [row] = await reader
      .select()
      .from(payoutDestination)
      .where(and(ownerOf(movement), eq(payoutDestination.kind, kind)))
      .orderBy(desc(payoutDestination.seq))
      .limit(1);
    return row ? [row] : [];
  });
  return (await Promise.all(newest)).flat();
}

function ownerOf({ id, kind, orderRef, withdrawalId }: NewMovement) {
  if (kind === "unclaimed_payout") return eq(payoutDestination.unclaimedPayoutId, id);
  return orderRef === null || orderRef === undefined
    ? eq(payoutDestination.withdrawalId, withdrawalId ?? "")
    : eq(payoutDestination.orderRef, orderRef);
}

/** Money of an e-wallet goes back to the payment that brought it. */
export async function isPaymentOf(
  reader: Pick<Orm, "select">,
  { orderRef, account, asset }: NewMovement,
): Promise<boolean> {
  const paid = and(eq(payment.orderRef, orderRef ?? ""), eq(payment.railPaymentId, account), eq(payment.asset, asset));
  const [row] = await reader.select({ id: payment.id }).from(payment).where(paid).limit(1);
  return row !== undefined;
}

const dayMs = 86_400_000;
/** The audit entry of the upgrade that began to keep destinations. */
const destinationsBegin = "aud_first:destinations";

/** An old process beside this one confirms orders without a destination, until the last one has ended. */
export async function isOfEarlierVersion(reader: Pick<Orm, "select">, { orderRef }: NewMovement): Promise<boolean> {
  if (!orderRef) return false;
  const [begin] = await reader.select({ at: audit.at }).from(audit).where(eq(audit.id, destinationsBegin));
  if (!begin) return false;
  const before = and(eq(order.ref, orderRef), lt(order.createdAt, new Date(begin.at.getTime() + dayMs)));
  const [row] = await reader.select({ ref: order.ref }).from(order).where(before);
  return row !== undefined;
}
