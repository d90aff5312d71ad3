import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { ticket } from "../../db/schema/index.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { nothingToChange } from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import { answerAsSupport, causeOfOperator, closeIn, type TicketRow, ticketRow } from "../change-ticket.ts";
import { plainLine, plainText } from "../rules/plain-text.ts";
import { addEntry } from "../ticket-entries.ts";
import { shownTicket } from "../ticket-number.ts";
import { ticketTemplates } from "../ticket-templates.ts";
import { noTicket, ticketArgument } from "./ticket-argument.ts";

const words = (description: string) => z.string().max(4000).transform(plainText).describe(description);
const noteArgument = words("the note").pipe(z.string().min(1, "Enter the note.")).describe("the note");
const templateNames = Object.keys(ticketTemplates.en);

/** Changes of tickets: each is audited. The audit log has no text of a customer, and none of an answer. */
export const ticketCommands = [
  command({
    name: "tickets answer",
    summary: "Answers the customer, who gets the text by email and on the ticket's page.",
    changes: { asksNothing: "an answer moves no money" },
    positional: ["ticket"],
    args: z.object({
      ticket: ticketArgument,
      text: words("the answer, in the customer's language").optional(),
      template: z.enum(templateNames).optional().describe("a prepared beginning, as in `tickets templates`"),
      name: z.string().max(60).optional().describe("how you sign; without it the customer sees our support"),
    }),
    run: async (ctx, { ticket: number, text = "", template, name }, operator) => {
      const row = await ticketRow(ctx.db.orm, number);
      if (!row) return noTicket(number);
      const prepared =
        template && Object.entries(ticketTemplates[row.language]).find(([templateName]) => templateName === template);
      const answer = [prepared?.[1] ?? "", text].filter((part) => part !== "").join("\n\n");
      if (answer === "") return refused("Enter the answer with --text or choose a --template.");
      return changed(
        ctx,
        row,
        operator,
        "ticket_answered",
        { before: row.status, after: "awaiting_customer", template: template ?? null },
        async (tx) => {
          const signature = name === undefined ? null : plainLine(name, 60);
          const reply = { text: answer, operator: operator.name, signature };
          await answerAsSupport(tx, ctx, number, reply, ctx.clock.now());
          return done(`Ticket ${shownTicket(number)} is answered, and ${row.email} is told.`);
        },
      );
    },
  }),

  command({
    name: "tickets note",
    summary: "Adds a note that only operators see; nobody gets an email.",
    changes: { asksNothing: "a note moves nothing" },
    positional: ["ticket", "text"],
    args: z.object({ ticket: ticketArgument, text: noteArgument }),
    run: (ctx, { ticket: number, text }, operator) =>
      withTicket(ctx, number, (row) =>
        changed(ctx, row, operator, "ticket_note", { before: null, after: "note" }, async (tx) => {
          const note = { author: "note", text, operator: operator.name } as const;
          await addEntry(tx, ctx, number, note, ctx.clock.now());
          return done(`Note added to ticket ${shownTicket(number)}.`);
        }),
      ),
  }),

  command({
    name: "tickets assign",
    summary: "Says who works on a ticket; without a name, you.",
    changes: { asksNothing: "the customer does not see it" },
    positional: ["ticket"],
    args: z.object({ ticket: ticketArgument, to: z.string().trim().min(1).max(100).optional().describe("operator") }),
    run: (ctx, { ticket: number, to }, operator) =>
      withTicket(ctx, number, async (row) => {
        const assignee = to ?? operator.name;
        if (row.assignee === assignee) return done(nothingToChange);
        const details = { before: row.assignee, after: assignee };
        return changed(ctx, row, operator, "ticket_assigned", details, async (tx) => {
          await tx.update(ticket).set({ assignee }).where(eq(ticket.number, number));
          return done(`Ticket ${shownTicket(number)} is assigned to ${assignee}.`);
        });
      }),
  }),

  command({
    name: "tickets close",
    summary: "Closes a ticket and tells the customer, whose answer opens it again.",
    changes: { asksNothing: "the customer can open it again" },
    positional: ["ticket"],
    args: z.object({ ticket: ticketArgument }),
    run: (ctx, { ticket: number }, operator) =>
      withTicket(ctx, number, async (row) => {
        if (row.status === "closed") return refused(`Ticket ${shownTicket(number)} is closed already.`);
        const details = { before: row.status, after: "closed" };
        return changed(ctx, row, operator, "ticket_closed", details, async (tx) => {
          await closeIn(tx, ctx, number, { event: "closed", cause: causeOfOperator(row) }, ctx.clock.now());
          return done(`Ticket ${shownTicket(number)} is closed, and ${row.email} is told.`);
        });
      }),
  }),
];

async function withTicket(ctx: Context, number: number, work: (row: TicketRow) => Promise<Outcome>): Promise<Outcome> {
  const row = await ticketRow(ctx.db.orm, number);
  return row ? work(row) : noTicket(number);
}

/** The change and its audit entry, in one transaction. */
async function changed(
  ctx: Context,
  { number }: TicketRow,
  operator: Operator,
  action: string,
  details: Record<string, unknown>,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const result = await work(tx);
    await recordAudit(ctx, tx, operator, { action, subject: shownTicket(number), reason: null, details });
    return result;
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}
