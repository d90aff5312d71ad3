import { and, count, eq, gt, isNotNull, ne, notInArray, or } from "drizzle-orm";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { Orm } from "../../db/database.ts";
import { promoUse } from "../../db/schema/market.ts";
import { order } from "../../db/schema/orders.ts";
import { hasSameMailbox } from "../../db/sql/same-mailbox.ts";
import type { Promo, PromoCustomer } from "../../market/rules/promo.ts";
import type { OrderRow } from "../order-facts-query.ts";

/** Statuses of orders that are not binding or ended unpaid. */
const withoutUse: OrderStatus[] = ["draft", "expired", "cancelled"];

/** Whose uses count, and the order that asks. */
export type OrderCustomer = Pick<OrderRow, "email" | "ref" | "ownerId">;

/**
 * A customer's uses of a code by mailbox and, of a member, by account: another address on the order makes no new
 * customer. Of a member's mailbox only orders count whose mailbox was proven or that were paid: a stranger who types it
 * could use up the code otherwise. The order `ref` itself is left out.
 */
export async function promoCustomer(
  reader: Pick<Orm, "select">,
  { code }: Pick<Promo, "code">,
  { email, ref, ownerId }: OrderCustomer,
): Promise<PromoCustomer> {
  const isSameMailbox = hasSameMailbox(email ?? "");
  const isKnown = or(isNotNull(order.emailProof), gt(order.received, 0n));
  const isOfAddress = ownerId === null ? isSameMailbox : and(isSameMailbox, isKnown);
  const isOfMember = ownerId === null ? undefined : eq(order.ownerId, ownerId);
  const isTheirs = and(or(isOfAddress, isOfMember), ne(order.ref, ref));
  const [used] = await reader
    .select({ uses: count() })
    .from(promoUse)
    .innerJoin(order, eq(order.ref, promoUse.orderRef))
    .where(and(eq(promoUse.code, code), isTheirs));
  const [earlier] = await reader
    .select({ ref: order.ref })
    .from(order)
    .where(and(isTheirs, notInArray(order.status, withoutUse)))
    .limit(1);
  return { uses: used?.uses ?? 0, isNew: earlier === undefined };
}
