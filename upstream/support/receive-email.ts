import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { answerAsCustomer, proveMailbox, recordUnverified, ticketRow } from "./change-ticket.ts";
import { parseEmail } from "./incoming-email.ts";
import { storePicture } from "./ticket-files.ts";

/** What became of a message; only for the log, since the sender gets no answer. */
type Received = "added" | "unverified" | "ignored" | "refused" | "unreadable";
type Receiving = Pick<Context, "db" | "env" | "ids" | "jobs">;

/**
 * An email that arrived at the reply address. With the ticket's token in its recipient it becomes the customer's
 * message; one from another address is kept for operators only. `ticketOf` finds the ticket whose token a recipient has.
 */
export async function receiveEmail(
  ctx: Receiving,
  bytes: Uint8Array,
  ticketOf: (recipient: string) => number | undefined,
  now: Date,
): Promise<Received> {
  const email = await parseEmail(bytes);
  if (!email) return "unreadable";
  if (email.isAutomatic) return "ignored";
  const number = email.recipients.map(ticketOf).find((candidate) => candidate !== undefined);
  const row = number === undefined ? undefined : await ticketRow(ctx.db.orm, number);
  if (!row) return "ignored";
  const isTheirs = email.from !== null && email.from === row.email.toLowerCase();
  const attachments: string[] = [];
  for (const { name, bytes: picture } of email.pictures) {
    const stored = await storePicture(ctx, { name, bytes: picture }, now);
    if (!isRefusal(stored)) attachments.push(stored.id);
  }
  const reply = { message: email.text.slice(0, maxLength), attachments, emailId: email.id };
  // Only the mailbox has the token of the address that it answered to.
  if (isTheirs) await proveMailbox(ctx.db.orm, row, now);
  const added = isTheirs
    ? await answerAsCustomer(ctx, row.number, { ...reply, by: "mailbox" }, now)
    : await recordUnverified(ctx, row.number, { ...reply, sender: email.from ?? "unknown" }, now);
  if (isRefusal(added)) return "refused";
  return isTheirs ? "added" : "unverified";
}

/** Longer than a message of the form: an email cannot be corrected. */
const maxLength = 20_000;
