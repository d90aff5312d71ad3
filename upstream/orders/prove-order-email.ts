import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { order } from "../db/schema/orders.ts";
import { adoptOrders } from "./change-owner.ts";
import type { OrderRow } from "./order-facts-query.ts";

/**
 * Records that a link or code that was emailed to the order's address was used: its reader is the customer, not only
 * somebody who typed the address. A guest's order then joins the account of that address, where there is one. Nothing happens
 * where the address has changed since.
 */
export async function proveOrderEmail(orm: Tx | Orm, { ref, email }: { ref: string; email: string }): Promise<void> {
  const isSame = eq(sql`lower(${order.email})`, email.toLowerCase());
  const proven = await orm
    .update(order)
    .set({ emailProof: "link" })
    .where(and(eq(order.ref, ref), isSame, isNull(order.emailProof)))
    .returning({ ref: order.ref });
  if (proven.length === 0) return;
  const isOpen = and(eq(sql`lower(${member.email})`, email.toLowerCase()), isNull(member.closedAt));
  const [owner] = await orm.select({ id: member.id, email: member.email }).from(member).where(isOpen);
  if (owner) await adoptOrders(orm, owner);
}

/** What is known of an address that is typed into a draft; `memberEmail` is that of the session it is typed in. */
export function emailProofOf(
  { email: before, emailProof }: Pick<OrderRow, "email" | "emailProof">,
  typed: string | null,
  memberEmail: string | null,
): OrderRow["emailProof"] {
  if (typed === null) return null;
  const email = typed.toLowerCase();
  if (memberEmail?.toLowerCase() === email) return "session";
  return before?.toLowerCase() === email && emailProof === "link" ? "link" : null;
}
