import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import type { OrderRow } from "./order-facts-query.ts";

/**
 * Records that a link or code that was emailed to the order's address was used: its reader is the customer, not only
 * somebody who typed the address. Nothing happens where the address has changed since.
 */
export async function proveOrderEmail(orm: Tx | Orm, { ref, email }: { ref: string; email: string }): Promise<void> {
  const isSame = eq(sql`lower(${order.email})`, email.toLowerCase());
  await orm
    .update(order)
    .set({ emailProof: "link" })
    .where(and(eq(order.ref, ref), isSame, isNull(order.emailProof)));
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
