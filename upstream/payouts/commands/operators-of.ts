import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { audit, order, orderEvent, partner, withdrawal } from "../../db/schema/index.ts";
import type { OutgoingRow } from "../../ports/payout-owner.ts";

type Reader = Pick<Orm, "select" | "selectDistinct">;

/**
 * Operators who have changed the order, or the account that withdraws or owns the order: none of them may approve what it
 * pays out. A sweep has none: it goes to the rail's own address.
 */
export async function operatorsOf(
  reader: Reader,
  { orderRef, withdrawalId }: Pick<OutgoingRow, "orderRef" | "withdrawalId">,
): Promise<string[]> {
  const { memberId, createdAt } = withdrawal;
  if (withdrawalId !== null) {
    const [owner] = await reader
      .select({ memberId, createdAt })
      .from(withdrawal)
      .where(eq(withdrawal.id, withdrawalId));
    return operatorsOfMember(reader, owner);
  }
  if (orderRef === null) return [];
  const [owner] = await reader
    .select({ memberId: order.ownerId, createdAt: order.createdAt })
    .from(order)
    .where(eq(order.ref, orderRef));
  const rows = await reader
    .selectDistinct({ actor: orderEvent.actor })
    .from(orderEvent)
    .where(eq(orderEvent.orderRef, orderRef));
  const ofOrder = rows.flatMap(({ actor }) => actor ?? []);
  return [...new Set([...ofOrder, ...(await operatorsOfMember(reader, owner))])];
}

const monthMs = 30 * 86_400_000;

/**
 * Whoever changed the account from a month before on: unlocked it, changed what is in its wallets, or its rewards. Such
 * changes are recorded under what they are about, and name the member or partner.
 */
async function operatorsOfMember(
  reader: Reader,
  owner: { memberId: string | null; createdAt: Date } | undefined,
): Promise<string[]> {
  if (!owner || owner.memberId === null) return [];
  const { memberId, createdAt } = owner;
  const [rewarded] = await reader.select({ id: partner.id }).from(partner).where(eq(partner.memberId, memberId));
  const names = (path: string, id: string) => eq(sql`${audit.details} #>> ${path}`, id);
  const ofWallet = and(
    inArray(audit.action, ["adjustment", "deposit_assigned"]),
    or(names("{member}", memberId), names("{after,member}", memberId)),
  );
  const ofPartner = rewarded && or(eq(audit.subject, rewarded.id), names("{partner}", rewarded.id));
  const rows = await reader
    .selectDistinct({ actor: audit.actor })
    .from(audit)
    .where(
      and(gt(audit.at, new Date(createdAt.getTime() - monthMs)), or(eq(audit.subject, memberId), ofWallet, ofPartner)),
    );
  return rows.map(({ actor }) => actor);
}
