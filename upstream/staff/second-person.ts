import { and, eq, isNull } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { checkerApproval, signedCommand } from "../db/schema/staff.ts";
import {
  type ConcerningEntry,
  type MovementOwner,
  selectConcerning,
  selectOverridesInForce,
  selectPricesInForce,
} from "../db/sql/maker-entries.ts";
import { approvalsOf, loadRegister } from "./register.ts";
import type { MakerKind } from "./rules/maker-facts.ts";

type Reader = Pick<Orm, "execute" | "select">;

/** What an operator's word has created or redirected, and no second person has approved. */
export type Reason = Pick<ConcerningEntry, "id" | "kind" | "about" | "subject" | "actor" | "maker">;

/** Approvals of before count as they are stored; `ledger verify` checks their signatures for ever. */
const lookBackMs = 90 * 86_400_000;
export const lookBackFrom = (now: Date) => new Date(now.getTime() - lookBackMs);

/**
 * Why a movement of money needs a second person, from the facts of the database at this moment: empty where it needs none,
 * and where there are no staff. Each approval is checked with its signature.
 */
export async function secondPersonReasons(tx: Tx, movement: MovementOwner, now: Date): Promise<Reason[]> {
  return unapprovedOf(tx, movement, await selectConcerning(tx, movement, lookBackFrom(now)));
}

/** Those of the entries that concern a movement which no second person has approved. */
export const unapprovedOf = (
  tx: Tx,
  movement: Pick<MovementOwner, "id">,
  entries: ConcerningEntry[],
): Promise<Reason[]> => withoutApproval(tx, entries, (movementId) => movementId === null || movementId === movement.id);

/** `counts`: whether an approval counts that was given for this movement alone, or, with null, for the entry itself. */
async function withoutApproval(
  tx: Reader,
  entries: ConcerningEntry[],
  counts: (movementId: string | null) => boolean,
): Promise<ConcerningEntry[]> {
  if (entries.length === 0) return [];
  const register = await loadRegister(tx);
  const approvals = await approvalsOf(
    tx,
    entries.map(({ id }) => id),
  );
  return entries.filter(
    (entry) =>
      !(approvals.get(entry.id) ?? []).some(
        (approval) => counts(approval.movementId) && register.isApproval(approval, entry),
      ),
  );
}

/**
 * Whether a maker entry about this order or movement explains why it goes to an account that an operator has named, however old
 * and whether approved or not. Always while there are no staff: then no entry needs a second person.
 */
export async function isAccountExplained(tx: Tx, movement: MovementOwner): Promise<boolean> {
  const entries = await selectConcerning(tx, movement, new Date(0));
  const isOfIt = ({ subject }: ConcerningEntry) => subject === movement.orderRef || subject === movement.id;
  if (entries.some((entry) => namingKinds.has(entry.kind) && isOfIt(entry))) return true;
  return (await loadRegister(tx)).isEmpty;
}

const namingKinds: ReadonlySet<string> = new Set<MakerKind>(["refund_redirected", "unclaimed_payout"]);

/**
 * Whether a second person has let a movement go on that is above its cap or looks like a mistake. While there are no staff
 * the names in its row count, which prove nothing.
 */
export async function isApprovedMovement(
  tx: Tx,
  { id }: Pick<MovementOwner, "id">,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return false;
  const register = await loadRegister(tx);
  if (register.isEmpty) return true;
  const rows = await tx
    .select({ command: signedCommand })
    .from(checkerApproval)
    .innerJoin(signedCommand, eq(signedCommand.id, checkerApproval.commandId))
    .where(and(eq(checkerApproval.movementId, id), isNull(checkerApproval.entryId)));
  return rows.some(({ command }) => register.isMovementApproval(id, command));
}

/** Those of the given pairs whose price in force has entries without a second person's approval, or no entry; none where there are no staff. */
export async function unapprovedPrices(tx: Tx, pairIds: readonly string[]): Promise<string[]> {
  if ((await loadRegister(tx)).isEmpty) return [];
  const unapproved: string[] = [];
  for (const pairId of pairIds) {
    const entries = await selectPricesInForce(tx, pairId);
    const open = await withoutApproval(tx, entries, (movementId) => movementId === null);
    if (entries.length === 0 || open.length > 0) unapproved.push(pairId);
  }
  return unapproved;
}

/**
 * Pairs whose override is beyond its band, or follows such a one, without a second person's approval; none where there are no staff,
 * and none that was set before there were.
 */
export async function unapprovedOverrides(reader: Reader, now: Date): Promise<ReadonlySet<string>> {
  const entries = await selectOverridesInForce(reader, now);
  if (entries.length === 0) return new Set();
  const { since } = await loadRegister(reader);
  const ofStaff = entries.filter(({ at }) => since !== null && at >= since);
  const open = await withoutApproval(reader, ofStaff, (movementId) => movementId === null);
  return new Set(open.map(({ subject }) => subject));
}
