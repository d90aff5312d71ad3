import { and, eq, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm, Tx } from "../db/database.ts";
import { member, order, partyBlock, withdrawal } from "../db/schema/index.ts";
import type { OutgoingRow } from "../ports/payout-owner.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { blockKeysOf, type Party } from "./rules/block-keys.ts";

type Reader = Pick<Orm, "execute" | "select">;

/** Refuses with `contact_support` where an operator has blocked anything of this party; not which of it, or why. */
export async function blockRefusal(reader: Reader, party: Party, now: Date): Promise<Refusal | undefined> {
  return (await isBlocked(reader, party, now)) ? refuse("contact_support") : undefined;
}

async function isBlocked(reader: Reader, party: Party, now: Date): Promise<boolean> {
  const keys = blockKeysOf(party);
  if (keys.length === 0) return false;
  const [kinds, values] = [keys.map(({ kind }) => kind), keys.map(({ value }) => value)];
  const { rows } = await reader.execute(sql`
    select 1 from party_block
      where removed_at is null and (until is null or until > ${now.toISOString()}::timestamptz)
        and (kind, value) in (select * from unnest(${sql.param(kinds)}::text[], ${sql.param(values)}::text[]))
      limit 1`);
  return rows.length > 0;
}

type PartyOfOrder = Pick<
  typeof order.$inferSelect,
  "clientAddress" | "email" | "ownerId" | "payinAccount" | "payoutAccount" | "refundAccount"
>;

/** The party of an order: its customer, the owner's account, and where its money comes from and goes to. */
export async function partyOfOrder(reader: Reader, row: PartyOfOrder): Promise<Party> {
  return {
    emails: [row.email, row.ownerId === null ? null : await emailOfMember(reader, row.ownerId)],
    accounts: [row.payinAccount, row.payoutAccount, row.refundAccount],
    address: row.clientAddress,
  };
}

export async function emailOfMember(reader: Reader, memberId: string): Promise<string | null> {
  const [row] = await reader.select({ email: member.email }).from(member).where(eq(member.id, memberId));
  return row?.email ?? null;
}

/** Whether a movement of money goes to, or was asked for by, somebody who was blocked since. What stays with us does not. */
export async function isBlockedMovement(tx: Tx, movement: OutgoingRow, now: Date): Promise<boolean> {
  const { kind } = movement;
  if (kind === "sweep") return false;
  const party = kind === "withdrawal" ? await partyOfWithdrawal(tx, movement) : await partyOfRow(tx, movement);
  return isBlockedParty(tx, movement, party, now);
}

/** The same where the movement's party has been read. */
export function isBlockedParty(
  tx: Tx,
  { account }: Pick<OutgoingRow, "account">,
  party: Party,
  now: Date,
): Promise<boolean> {
  return isBlocked(tx, { ...party, accounts: [...(party.accounts ?? []), account] }, now);
}

/**
 * SQL condition: no block was added after the movement was approved. Blocks of the last minutes before count as well, since the
 * command may have been running in another process during the approval.
 */
export function nobodyBlockedSince(approvedAt: Date | null): SQL {
  if (approvedAt === null) return sql`false`;
  const from = new Date(approvedAt.getTime() - overlapMs);
  return notExists(new QueryBuilder().select({ id: partyBlock.id }).from(partyBlock).where(isNewer(from)));
}

const overlapMs = 5 * 60_000;
const isNewer = (from: Date) => and(isNull(partyBlock.removedAt), gt(partyBlock.addedAt, from));

async function partyOfWithdrawal(tx: Tx, { withdrawalId }: OutgoingRow): Promise<Party> {
  const [row] = await tx
    .select({ email: member.email })
    .from(withdrawal)
    .innerJoin(member, eq(member.id, withdrawal.memberId))
    .where(eq(withdrawal.id, withdrawalId ?? ""));
  return { emails: [row?.email] };
}

async function partyOfRow(tx: Tx, { orderRef }: OutgoingRow): Promise<Party> {
  if (orderRef === null) return {};
  const [row] = await tx
    .select({
      ...{ email: order.email, memberEmail: member.email },
      ...{ address: order.clientAddress, payer: order.payinAccount },
    })
    .from(order)
    .leftJoin(member, eq(member.id, order.ownerId))
    .where(eq(order.ref, orderRef));
  return { emails: [row?.email, row?.memberEmail], accounts: [row?.payer], address: row?.address ?? null };
}
