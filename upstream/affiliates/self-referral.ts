import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { order } from "../db/schema/orders.ts";
import { savedAddress } from "../db/schema/saved-addresses.ts";
import { walletAddress } from "../db/schema/wallets.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { mailboxOf } from "../mail/rules/mailbox.ts";

type OrderRow = Pick<
  typeof order.$inferSelect,
  "ref" | "ownerId" | "email" | "payinAccount" | "payoutAccount" | "refundAccount"
>;

/**
 * Whether an order is the partner's own: placed by the same member or from the same mailbox, or paid from, to or back to
 * an account or address that the partner has used. Letters' case never counts. Only facts: a shared network or device is
 * for an operator to look at.
 */
export async function isOwnOrder(tx: Tx, memberId: string | null, row: OrderRow): Promise<boolean> {
  if (memberId === null) return false;
  if (row.ownerId === memberId) return true;
  const typed = [row.payinAccount, row.payoutAccount, row.refundAccount].flatMap((text) => (text ? [text] : []));
  const mailboxes = [row.email, ...typed].flatMap((text) => (text?.includes("@") ? [mailboxOf(text)] : []));
  const [memberRow] = await tx.select({ email: member.email }).from(member).where(eq(member.id, memberId));
  if (memberRow && mailboxes.includes(mailboxOf(memberRow.email))) return true;
  return usesAny(tx, memberId, typed, row.ref);
}

/** Whether a member has used one of these accounts or addresses, in an order other than `except` or outside of orders. */
async function usesAny(tx: Tx, memberId: string, typed: readonly string[], except: string): Promise<boolean> {
  if (typed.length === 0) return false;
  const accounts = typed.map((text) => text.toLowerCase());
  const isOneOf = (column: SQL.Aliased | Parameters<typeof eq>[0]) =>
    sql`lower(${column}) in (${sql.join(
      accounts.map((account) => sql`${account}`),
      sql`, `,
    )})`;
  const anyRow = sql<number>`1`;
  const shared = await unionAll(
    tx
      .select({ found: anyRow })
      .from(order)
      .where(
        and(
          eq(order.ownerId, memberId),
          ne(order.ref, except),
          ne(order.status, "draft"),
          or(isOneOf(order.payinAccount), isOneOf(order.payoutAccount), isOneOf(order.refundAccount)),
        ),
      ),
    tx
      .select({ found: anyRow })
      .from(savedAddress)
      .where(and(eq(savedAddress.memberId, memberId), isOneOf(savedAddress.account))),
    tx
      .select({ found: anyRow })
      .from(walletAddress)
      .where(and(eq(walletAddress.memberId, memberId), isOneOf(walletAddress.address))),
    tx
      .select({ found: anyRow })
      .from(withdrawal)
      .where(and(eq(withdrawal.memberId, memberId), isOneOf(withdrawal.account))),
  ).limit(1);
  return shared.length > 0;
}

/** Whether two members are one person, as far as facts say: the same mailbox, or an account that both have used. */
export async function isSamePerson(tx: Tx, memberId: string | null, otherId: string | null): Promise<boolean> {
  if (memberId === null || otherId === null) return memberId === otherId;
  const rows = await tx
    .select({ email: member.email })
    .from(member)
    .where(inArray(member.id, [memberId, otherId]));
  const [first, second] = rows.map(({ email }) => mailboxOf(email));
  if (first === second) return true;
  return usesAny(tx, memberId, await accountsOf(tx, otherId), "");
}

/** Accounts and addresses of a member's newest orders and withdrawals, and those that the member has saved. */
async function accountsOf(tx: Tx, memberId: string): Promise<string[]> {
  const ofOrders = await tx
    .select({ payin: order.payinAccount, payout: order.payoutAccount, refund: order.refundAccount })
    .from(order)
    .where(and(eq(order.ownerId, memberId), ne(order.status, "draft")))
    .orderBy(desc(order.createdAt))
    .limit(newestRows);
  const saved = await tx
    .select({ account: savedAddress.account })
    .from(savedAddress)
    .where(eq(savedAddress.memberId, memberId));
  const withdrawn = await tx
    .select({ account: withdrawal.account })
    .from(withdrawal)
    .where(eq(withdrawal.memberId, memberId))
    .orderBy(desc(withdrawal.createdAt))
    .limit(newestRows);
  const all = [
    ...ofOrders.flatMap(({ payin, payout, refund }) => [payin, payout, refund]),
    ...[...saved, ...withdrawn].map((row) => row.account),
  ];
  return [...new Set(all.flatMap((account) => (account ? [account] : [])))];
}

const newestRows = 100;
