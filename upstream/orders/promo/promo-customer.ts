import { and, count, eq, ne, notInArray, sql } from "drizzle-orm";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { Orm } from "../../db/database.ts";
import { promoUse } from "../../db/schema/market.ts";
import { order } from "../../db/schema/orders.ts";
import type { Promo, PromoCustomer } from "../../domain/pricing/promo.ts";

/** Statuses of orders that are not binding or ended unpaid. */
const withoutUse: OrderStatus[] = ["draft", "expired", "cancelled"];

/** A customer's uses of a code by e-mail address, without the order `ref` itself. */
export async function promoCustomer(
  reader: Pick<Orm, "select">,
  { code }: Pick<Promo, "code">,
  { email, ref }: { email: string; ref: string },
): Promise<PromoCustomer> {
  const isTheirs = and(eq(sql`lower(${order.email})`, email.toLowerCase()), ne(order.ref, ref));
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
