import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod/v4";
import { parseRef, shownRef } from "../../../contract/order/order-number.ts";
import { ticketStatuses } from "../../../contract/support/ticket-states.ts";
import { inEachLanguage, type Lang } from "../../../contract/values/languages.ts";
import { ticket, ticketEntry, ticketFile } from "../../db/schema/index.ts";
import { flag, limitArgument } from "../../operator/arguments.ts";
import { command, done, refused, type ShownRow } from "../../operator/command.ts";
import { orderInShort } from "../../orders/commands/order-in-short.ts";
import type { Context } from "../../ports/context.ts";
import { isOwn, type TicketRow, ticketRow } from "../change-ticket.ts";
import { type EntryWithFiles, ticketEntriesOf } from "../ticket-entries.ts";
import { shownTicket } from "../ticket-number.ts";
import { ticketTemplates } from "../ticket-templates.ts";
import { noTicket, ticketArgument } from "./ticket-argument.ts";

/** What operators read about tickets. */
export const ticketListCommands = [
  command({
    name: "tickets list",
    summary: "Open tickets, the earliest promise first.",
    args: z.object({
      status: z.enum(ticketStatuses).optional().describe(ticketStatuses.join(", ")),
      mine: flag("only those assigned to you"),
      limit: limitArgument,
    }),
    run: async (ctx, { status, mine, limit }, operator) =>
      done(
        await ticketRows(ctx, { statuses: status ? [status] : openStatuses, assignee: mine && operator.name, limit }),
      ),
  }),

  command({
    name: "tickets show",
    summary:
      "A ticket with its order, messages, notes and files. Whoever wrote a line is in its column, never in the text.",
    positional: ["ticket"],
    args: z.object({ ticket: ticketArgument }),
    run: async (ctx, { ticket: number }) => {
      const row = await ticketRow(ctx.db.orm, number);
      if (!row) return noTicket(number);
      return done(detailsOf(row, await ticketEntriesOf(ctx.db.orm, number), await namedOrder(ctx, row)));
    },
  }),

  command({
    name: "tickets file",
    summary: "Writes a ticket's picture to a file.",
    positional: ["ticket", "id"],
    args: z.object({
      ticket: ticketArgument,
      id: z.string({ error: "Enter the file's id." }).max(60).describe("file, as in `tickets show`"),
      out: z
        .string({ error: "Enter the file to write with --out." })
        .trim()
        .min(1)
        .max(1000, "This is too long.")
        .describe("picture.webp"),
    }),
    run: async (ctx, { ticket: number, id, out }) => {
      const [file] = await ctx.db.orm
        .select({ image: ticketFile.image })
        .from(ticketFile)
        .innerJoin(ticketEntry, eq(ticketEntry.id, ticketFile.entryId))
        .where(and(eq(ticketFile.id, id), eq(ticketEntry.ticket, number)));
      if (!file) return refused(`Ticket ${shownTicket(number)} has no file ${id}.`);
      const text = Buffer.from(file.image).toString("base64");
      const message = `The picture is in ${out}.`;
      return { ok: true, data: { file: out }, file: { path: out, text, message, encoding: "base64" } };
    },
  }),

  command({
    name: "tickets templates",
    summary: "Prepared answers, in both languages.",
    args: z.object({}),
    run: async () =>
      done(
        Object.keys(ticketTemplates.en).map((name) => ({ name, ...inEachLanguage((lang) => templateOf(lang, name)) })),
      ),
  }),
];

const openStatuses = ["awaiting_support", "awaiting_customer"] as const;

type Wanted = {
  statuses: readonly TicketRow["status"][];
  assignee?: string | undefined;
  limit: number;
};

/** Also for the overview of the day. */
export async function ticketRows(ctx: Context, { statuses, assignee, limit }: Wanted): Promise<ShownRow[]> {
  const isWanted = assignee === undefined ? undefined : eq(ticket.assignee, assignee);
  const rows = await ctx.db.orm
    .select()
    .from(ticket)
    .where(and(inArray(ticket.status, [...statuses]), isWanted))
    .orderBy(asc(ticket.answerBy), asc(ticket.number))
    .limit(limit);
  const now = ctx.clock.now();
  return rows.map((row) => ({
    ticket: shownTicket(row.number),
    status: row.status,
    topic: row.topic,
    answer_by: row.answerBy.toISOString(),
    late: row.status === "awaiting_support" && row.answerBy < now,
    order: row.orderRef && shownRef(row.orderRef),
    email: row.email,
    on_it: row.assignee,
  }));
}

/** The state of the order that a ticket is about, or only names; undefined where there is none. */
async function namedOrder(ctx: Context, { orderRef, orderTyped }: TicketRow): Promise<ShownRow | undefined> {
  const ref = orderRef ?? parseRef(orderTyped ?? "");
  const state = ref && (await orderInShort(ctx, ref));
  if (!state) return undefined;
  return orderRef ? state : { ...state, caution: "The number was only typed: tell this writer nothing of the order." };
}

function detailsOf(row: TicketRow, entries: EntryWithFiles[], order: ShownRow | undefined): ShownRow {
  const number = shownTicket(row.number);
  return {
    ticket: number,
    status: row.status,
    topic: row.topic,
    language: row.language,
    email: row.email,
    email_is_theirs: proofOf(row),
    name: row.name,
    member: row.memberId,
    order: row.orderRef && shownRef(row.orderRef),
    order_typed: row.orderTyped && `${row.orderTyped} (not proven)`,
    created: row.createdAt.toISOString(),
    answer_by: row.answerBy.toISOString(),
    on_it: row.assignee,
    ...(order && { order_now: order }),
    messages: entries.map(({ at, author, event, isProven, operator, sender, text, files }) => ({
      at: at.toISOString(),
      author: authorOf(row, { author, event, isProven }),
      by: operator ?? sender,
      text,
      files: files.map(({ id, name }) => `${id} ${name}`).join(", "),
    })),
    next: `operator tickets answer ${number} --text "..."`,
  };
}

/** Whether the writer is the address's owner, for what may be told to them. */
function proofOf(row: TicketRow): string {
  if (row.isAuthor === false) return "no: the owner of the address did not write this";
  if (isOwn(row)) return "yes";
  const rule = "tell nothing that only the owner may know";
  return row.mailboxSince ? `opened, but the owner has not said that they wrote it: ${rule}` : `not proven: ${rule}`;
}

function authorOf(
  { isAuthor }: TicketRow,
  { author, event, isProven }: Pick<EntryWithFiles, "author" | "event" | "isProven">,
): string {
  if (author === "system") return `system: ${event}`;
  if (author !== "customer" || isProven !== false) return author;
  return isAuthor === true ? "customer, confirmed later" : "customer, before the address was proven";
}

const templateOf = (lang: Lang, name: string) => new Map(Object.entries(ticketTemplates[lang])).get(name) ?? "";
