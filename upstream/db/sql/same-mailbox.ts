import { eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { order } from "../schema/orders.ts";

/**
 * Whether an order's email reaches the same mailbox as `email`: what follows a `+`, and Gmail's dots, do not count. Only to recognise a
 * customer who varies the address; what gives access to an order compares the whole address.
 */
export function hasSameMailbox(
  email: string,
  { mailbox, email: address }: { mailbox: AnyPgColumn; email: AnyPgColumn } = order,
): SQL | undefined {
  // Orders from before the column was added have none.
  return or(eq(mailbox, sql`mailbox_of(${email})`), eq(sql`lower(${address})`, email.toLowerCase()));
}
