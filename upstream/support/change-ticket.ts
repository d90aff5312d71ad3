import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { ticket, ticketEntry } from "../db/schema/support.ts";
import { causeAbout, type EmailCause } from "../mail/rules/email-cause.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { promisedBy } from "./answer-times.ts";
import { plainText } from "./rules/plain-text.ts";
import { queueTicketEmail } from "./ticket-emails.ts";
import { addEntry, withFiles } from "./ticket-entries.ts";

export type TicketRow = typeof ticket.$inferSelect;
/** Who acts as the customer: the signed-in member, the reader of our emails, or whoever typed the address. */
export type TicketWriter = "member" | "mailbox" | "stranger";
type Changing = Pick<Context, "db" | "env" | "ids" | "jobs">;

const dayMs = 24 * 3_600_000;
/** A question that the customer does not answer is closed after so many days. */
const closedAfterDays = 7;
/** An answer opens a closed question again for so many days. */
const openableDays = 60;
/** Messages of a customer within an hour; more are refused. */
const maxPerHour = 20;

export async function ticketRow(orm: Context["db"]["orm"], number: number): Promise<TicketRow | undefined> {
  const [row] = await orm.select().from(ticket).where(eq(ticket.number, number));
  return row;
}

export const closesAt = ({ updatedAt }: TicketRow) => new Date(updatedAt.getTime() + closedAfterDays * dayMs);
export const openUntil = ({ closedAt }: TicketRow) => closedAt && new Date(closedAt.getTime() + openableDays * dayMs);

/** Whether the ticket is known to be its address's: a member wrote it, or the mailbox's reader said that they did. */
export const isOwn = ({ memberId, isAuthor }: Pick<TicketRow, "memberId" | "isAuthor">) =>
  memberId !== null || isAuthor === true;

/** Whether the customer may write: until long after it was closed, and never in a ticket that they did not write. */
export function canAnswer(row: TicketRow, now: Date): boolean {
  if (row.isAuthor === false) return false;
  const until = openUntil(row);
  return until === null || now < until;
}

/** The customer's message: by the page, or by email, whose `emailId` makes a repeated delivery add nothing. */
export async function answerAsCustomer(
  ctx: Changing,
  number: number,
  reply: { message: string; attachments: readonly string[]; emailId?: string; by: TicketWriter },
  now: Date,
): Promise<{ entryId: string | null } | Refusal> {
  const text = plainText(reply.message);
  if (text === "" && reply.attachments.length === 0) return refuseFields({ pointer: "/message", code: "required" });
  const answered = await withFiles(ctx, async (tx) => {
    const row = await locked(tx, number);
    // The mailbox's reader has opened it meanwhile.
    if (reply.by === "stranger" && row.mailboxSince !== null) return refuse("not_found");
    if (!canAnswer(row, now)) return refuse("invalid_transition");
    if (reply.emailId !== undefined && (await isKnownEmail(tx, reply.emailId))) return { entryId: null };
    if ((await messagesSince(tx, number, new Date(now.getTime() - 3_600_000))) >= maxPerHour)
      return refuse("too_many_requests", { extra: { retry_after_seconds: 3600 } });
    if (row.status === "closed")
      await addEntry(tx, ctx, number, { author: "system", event: "reopened", text: "" }, now);
    const { message: _, by, ...entry } = reply;
    const isProven = by !== "stranger";
    const entryId = await addEntry(tx, ctx, number, { ...entry, author: "customer", isProven, text }, now);
    // A second message does not postpone the answer to the first.
    const answerBy = row.status === "awaiting_support" ? row.answerBy : promisedBy(ctx.env.COMPANY.support, now);
    await save(tx, number, { status: "awaiting_support", closedAt: null, updatedAt: now, answerBy });
    await queueTicketEmail(tx, ctx, { kind: "operator_ticket", cause: "desk", entryId, to: row, now });
    return { entryId };
  });
  ctx.jobs.wakeWorkers();
  return answered;
}

/** An email from another address than the customer's: for operators only, and it changes nothing else. */
export async function recordUnverified(
  ctx: Changing,
  number: number,
  reply: { message: string; attachments: readonly string[]; emailId: string; sender: string },
  now: Date,
): Promise<{ entryId: string | null } | Refusal> {
  const recorded = await withFiles(ctx, async (tx) => {
    const row = await locked(tx, number);
    if (await isKnownEmail(tx, reply.emailId)) return { entryId: null };
    if ((await messagesSince(tx, number, new Date(now.getTime() - 3_600_000))) >= maxPerHour)
      return refuse("too_many_requests");
    const { message, ...entry } = reply;
    const entryId = await addEntry(tx, ctx, number, { ...entry, author: "unverified", text: plainText(message) }, now);
    await queueTicketEmail(tx, ctx, { kind: "operator_ticket", cause: "desk", entryId, to: row, now });
    return { entryId };
  });
  ctx.jobs.wakeWorkers();
  return recorded;
}

type Closing = { event: "solved" | "closed" | "closed_unanswered"; cause: EmailCause };

/** The customer's question is solved, or an operator closes it. Closing it again changes nothing. */
export async function closeTicket(ctx: Changing, number: number, closing: Closing, now: Date): Promise<void> {
  await ctx.db.transaction((tx) => closeIn(tx, ctx, number, closing, now));
  ctx.jobs.wakeWorkers();
}

export async function closeIn(tx: Tx, ctx: Changing, number: number, closing: Closing, now: Date): Promise<void> {
  const { event, cause } = closing;
  const row = await locked(tx, number);
  if (row.status === "closed") return;
  if (event === "closed_unanswered" && (row.status !== "awaiting_customer" || closesAt(row) > now)) return;
  const entryId = await addEntry(tx, ctx, number, { author: "system", event, text: "" }, now);
  await save(tx, number, { status: "closed", closedAt: now, updatedAt: now });
  await queueTicketEmail(tx, ctx, { kind: "ticket_closed", cause, entryId, to: row, now });
}

/** Closes what no customer has answered for a week. */
export async function closeUnanswered(ctx: Changing & Pick<Context, "clock">): Promise<void> {
  const now = ctx.clock.now();
  const limit = new Date(now.getTime() - closedAfterDays * dayMs);
  const due = await ctx.db.orm
    .select()
    .from(ticket)
    .where(and(eq(ticket.status, "awaiting_customer"), lte(ticket.updatedAt, limit)))
    .limit(100);
  for (const row of due) {
    const cause = causeAbout({ isProven: isOwn(row) });
    await closeTicket(ctx, row.number, { event: "closed_unanswered", cause }, now);
  }
}

/** An operator's answer. It is emailed with its text. */
export async function answerAsSupport(
  tx: Tx,
  ctx: Changing,
  number: number,
  reply: { text: string; operator: string; signature: string | null },
  now: Date,
): Promise<void> {
  const row = await locked(tx, number);
  const entryId = await addEntry(tx, ctx, number, { ...reply, author: "support" }, now);
  const firstAnswerAt = row.firstAnswerAt ?? now;
  await save(tx, number, { status: "awaiting_customer", closedAt: null, updatedAt: now, firstAnswerAt });
  const cause = causeOfOperator(row);
  await queueTicketEmail(tx, ctx, { kind: "ticket_answered", cause, entryId, to: row, now });
}

/** An operator's email about it: with the member's phrase only where the ticket is known to be the member's. */
export const causeOfOperator = (row: Pick<TicketRow, "memberId" | "isAuthor">): EmailCause =>
  isOwn(row) ? "operator" : "unproven";

/** The reader of an email to the address has opened its link or answered it: the first time counts. */
export async function proveMailbox(orm: Tx | Context["db"]["orm"], row: TicketRow, now: Date): Promise<TicketRow> {
  if (row.mailboxSince !== null) return row;
  const unproven = and(eq(ticket.number, row.number), isNull(ticket.mailboxSince));
  await orm.update(ticket).set({ emailConfirmed: true, mailboxSince: now }).where(unproven);
  return { ...row, emailConfirmed: true, mailboxSince: now };
}

/**
 * The mailbox's reader says whether they wrote what somebody else may have: with a yes the ticket is theirs, with a no it is
 * closed for good and operators are told. Refuses a second answer that contradicts the first.
 */
export async function answerAuthor(
  ctx: Changing,
  number: number,
  isAuthor: boolean,
  now: Date,
): Promise<Refusal | undefined> {
  const refusal = await ctx.db.transaction(async (tx) => {
    const row = await locked(tx, number);
    if (row.isAuthor === isAuthor) return undefined;
    if (row.isAuthor !== null) return refuse("invalid_transition");
    const event = isAuthor ? "author_confirmed" : "author_denied";
    const entryId = await addEntry(tx, ctx, number, { author: "system", event, text: "" }, now);
    const closed = isAuthor ? {} : { status: "closed" as const, closedAt: row.closedAt ?? now };
    await save(tx, number, { isAuthor, updatedAt: now, ...closed });
    if (!isAuthor) await queueTicketEmail(tx, ctx, { kind: "operator_ticket", cause: "desk", entryId, to: row, now });
    return undefined;
  });
  ctx.jobs.wakeWorkers();
  return refusal;
}

async function locked(tx: Tx, number: number): Promise<TicketRow> {
  const [row] = await tx.select().from(ticket).where(eq(ticket.number, number)).for("update");
  if (!row) throw new Error(`There is no ticket ${number}`);
  return row;
}

async function save(tx: Tx, number: number, change: Partial<Omit<TicketRow, "number">>): Promise<void> {
  await tx.update(ticket).set(change).where(eq(ticket.number, number));
}

async function isKnownEmail(tx: Tx, emailId: string): Promise<boolean> {
  const [entry] = await tx.select({ id: ticketEntry.id }).from(ticketEntry).where(eq(ticketEntry.emailId, emailId));
  return entry !== undefined;
}

async function messagesSince(tx: Tx, number: number, since: Date): Promise<number> {
  const isRecent = and(
    eq(ticketEntry.ticket, number),
    sql`${ticketEntry.author} in ('customer', 'unverified')`,
    gt(ticketEntry.at, since),
  );
  const rows = await tx.select({ id: ticketEntry.id }).from(ticketEntry).where(isRecent);
  return rows.length;
}
