import { and, eq, gt, inArray, isNull, max, notExists, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm, Tx } from "../../db/database.ts";
import { member, type order, partyBlock, screeningImport } from "../../db/schema/index.ts";
import { selectBlocksOfParty } from "../../db/sql/block-statements.ts";
import type { Context } from "../../ports/context.ts";
import type { OutgoingRow } from "../../ports/payout-owner.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { type AnswersOf, withAnswers } from "../identity/identity-party.ts";
import { blockKeysOf, type Party, type PartyBlocks } from "./rules/block-keys.ts";

type Reader = Pick<Orm, "execute" | "select">;
type AnswerContext = { env: Pick<Context["env"], "ACCOUNT_SECRETS"> };
type Customer = { party: Party; answersOf: AnswersOf };

/** What the blocks and lists in force say of a party. */
export const readBlocks = (reader: Pick<Orm, "execute">, party: Party, now: Date): Promise<PartyBlocks> =>
  selectBlocksOfParty(reader, blockKeysOf(party), now);

/** The same with the names that a customer has declared, which are decrypted only where any name is blocked. */
export async function readCustomerBlocks(
  ctx: AnswerContext,
  reader: Reader,
  { party, answersOf }: Customer,
  now: Date,
): Promise<PartyBlocks> {
  const blocks = await readBlocks(reader, party, now);
  return blocks.hasNames ? readBlocks(reader, await withAnswers(ctx, reader, party, answersOf), now) : blocks;
}

/** Refuses with `contact_support` where an operator has blocked anything of this customer; not which of it, or why. */
export async function blockRefusal(
  ctx: AnswerContext,
  reader: Reader,
  customer: Customer,
  now: Date,
): Promise<Refusal | undefined> {
  return refusalOf(await readCustomerBlocks(ctx, reader, customer, now));
}

/** The same where the party's blocks have been read. */
export const refusalOf = ({ blocks }: PartyBlocks): Refusal | undefined =>
  blocks.length > 0 ? refuse("contact_support") : undefined;

type PartyOfOrder = Pick<
  typeof order.$inferSelect,
  "clientAddress" | "email" | "ownerId" | "payinAccount" | "payoutAccount" | "payoutExtra" | "refundAccount"
>;

/** The party of an order: its customer, the owner's account, and where its money comes from and goes to. */
export async function partyOfOrder(reader: Reader, row: PartyOfOrder): Promise<Party> {
  const owner = row.ownerId === null ? null : await partyOfMember(reader, row.ownerId);
  return {
    emails: [row.email, ...(owner?.emails ?? [])],
    accounts: [row.payinAccount, row.payoutAccount, row.refundAccount],
    address: row.clientAddress,
    names: [row.payoutExtra.full_name, ...(owner?.names ?? [])],
  };
}

/** What an account says of its owner. */
export async function partyOfMember(reader: Reader, memberId: string): Promise<Party> {
  const { email, name } = member;
  const [row] = await reader.select({ email, name }).from(member).where(eq(member.id, memberId));
  return { emails: [row?.email], names: [row?.name] };
}

/** When the newest block in force of a movement's `party` or recipient was added; null without one. */
export async function partyBlockedSince(
  tx: Tx,
  { account }: Pick<OutgoingRow, "account">,
  party: Party,
  now: Date,
): Promise<Date | null> {
  const { blocks } = await readBlocks(tx, { ...party, accounts: [...(party.accounts ?? []), account] }, now);
  if (blocks.length === 0) return null;
  const [newest] = await tx
    .select({ at: max(partyBlock.addedAt) })
    .from(partyBlock)
    .where(inArray(partyBlock.id, blocks));
  return newest?.at ?? now;
}

/**
 * SQL condition: no block was added and no list imported after the movement was approved. Those of the last minutes before count
 * as well, since the command may have been running in another process during the approval.
 */
export function nobodyBlockedSince(approvedAt: Date | null): SQL {
  if (approvedAt === null) return sql`false`;
  const from = new Date(approvedAt.getTime() - overlapMs);
  const newBlocks = new QueryBuilder().select({ id: partyBlock.id }).from(partyBlock).where(isNewer(from));
  const newLists = new QueryBuilder()
    .select({ id: screeningImport.id })
    .from(screeningImport)
    .where(gt(screeningImport.importedAt, from));
  return sql`${notExists(newBlocks)} and ${notExists(newLists)}`;
}

const overlapMs = 5 * 60_000;
const isNewer = (from: Date) => and(isNull(partyBlock.removedAt), gt(partyBlock.addedAt, from));
