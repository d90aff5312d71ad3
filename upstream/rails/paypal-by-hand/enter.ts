import { eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { makerEntry, paypalEntry, paypalPicture } from "../../db/schema/index.ts";
import { selectConcerning } from "../../db/sql/maker-entries.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { lookBackFrom } from "../../staff/second-person.ts";
import { taskSettings } from "./settings.ts";
import type { TaskParty } from "./task-facts.ts";
import type { EntryKind, EntryRow, TaskRow } from "./task-store.ts";

export type NewEntry = Pick<EntryRow, "kind" | "at" | "enteredBy" | "commandId" | "needsSecond"> &
  Partial<
    Pick<EntryRow, "id" | "tx" | "ofTx" | "caseId" | "answerBy" | "amount" | "fee" | "line" | "hasOtherPayer">
  > & {
    task: number;
    picture: Uint8Array | null;
  };

/** Kinds that say what happened without a task that asked for it: nobody but the person has seen it. */
const seenByOne: readonly EntryKind[] = ["received", "returned", "refunded"];

/**
 * Whether a second person has to confirm it: money that only this word says to be there or to be gone, what is above the limit, and
 * what goes where an operator's word has sent it, or is as much as one has made it.
 */
export async function entryNeedsSecondPerson(
  ctx: Pick<Context, "env" | "clock">,
  tx: Tx,
  { kind, amount, task, party }: { kind: EntryKind; amount: bigint; task: TaskRow; party: TaskParty },
): Promise<boolean> {
  if (seenByOne.includes(kind)) return true;
  if (kind !== "paid") return false;
  if (amount > taskSettings(ctx.env.railSettings).confirmAbove) return true;
  const { orderRef, withdrawalId } = party;
  const movement = { id: task.movementId ?? "", orderRef, withdrawalId };
  return (await selectConcerning(tx, movement, lookBackFrom(ctx.clock.now()))).length > 0;
}

/** Writes an entry with its picture: confirmed by who entered it where it needs nobody else. */
export async function writeEntry(
  { ids, clock }: Pick<Context, "ids" | "clock">,
  tx: Tx,
  { picture, ...entry }: NewEntry,
): Promise<{ id: string; isConfirmed: boolean }> {
  const now = clock.now();
  const id = entry.id ?? ids.newId("pe");
  const decision = entry.needsSecond
    ? ({ state: "waiting" } as const)
    : ({ state: "confirmed", decidedBy: entry.enteredBy, decidedAt: now, decisionId: entry.commandId } as const);
  // What was not paid, or was answered in a case, concerns neither order nor guard.
  const isTold = entry.kind === "not_paid" || entry.kind === "dispute_answered";
  await tx.insert(paypalEntry).values({ ...entry, id, ...decision, enteredAt: now, isTold });
  if (picture) await tx.insert(paypalPicture).values({ entryId: id, image: picture });
  return { id, isConfirmed: !entry.needsSecond };
}

/**
 * The id of what an audit entry says that an operator's word has made: the entry at PayPal has the same, so that one signed
 * confirmation is the second person's word about both.
 */
export async function makerEntryOf(tx: Tx, auditId: string): Promise<string | undefined> {
  const [row] = await tx.select({ id: makerEntry.id }).from(makerEntry).where(eq(makerEntry.auditId, auditId));
  return row?.id;
}

export const pictureFault =
  "screenshot: not a picture that can be read: PNG, JPEG or WebP of at most 24 million pixels.";

/** The picture re-encoded, without what else is in its file; null for what is none. `base64`: of the file. */
export async function readPicture(base64: string): Promise<Uint8Array | null> {
  // It loads slowly: with the first picture, not at start-up.
  const { reencodedPicture } = await import("../../support/attachment-image.ts");
  const image = await reencodedPicture(Buffer.from(base64, "base64"));
  return isRefusal(image) ? null : image;
}
