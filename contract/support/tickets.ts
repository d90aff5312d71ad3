import { z } from "zod/v4";
import { botCheckProof } from "../bot-check/bot-check.ts";
import { maxAttachments, maxMessageLength, supportTopics, ticketEvents, ticketStatuses } from "./ticket-states.ts";

/** `SUP-10231`, in any case and with or without the dash. */
const ticketNumber = z
  .string()
  .trim()
  .max(20)
  .regex(/^sup-?\d{1,9}$/i);
const typed = z.string().trim();
const message = typed.min(1).max(maxMessageLength);
/** Ids of uploaded files that belong to no message yet. */
const attachments = z.array(z.string().max(60)).max(maxAttachments);

export const supportBody = z.object({
  name: typed.max(100).nullish(),
  email: typed.max(254),
  topic: z.enum(supportTopics),
  order_ref: typed.max(40).nullish(),
  freeze_key: typed
    .max(200)
    .nullish()
    .describe(
      "Of a freeze: the message is then the frozen member’s, whoever is signed in, and our team sees the freeze.",
    ),
  message,
  ...botCheckProof,
  attachments: attachments.default([]),
});

export const supportReply = z.object({
  data: z.object({
    ticket: z.string(),
    eta_hours: z.int().describe("Hours until the time of `answer_by`, rounded up."),
    answer_by: z.iso.datetime().describe("We answer at the latest then."),
    token: z.string().describe("Opens the ticket, as its Order-Token."),
  }),
});

export const ticketQuery = z.object({ ticket: ticketNumber });

const file = z.object({ id: z.string(), name: z.string(), bytes: z.int() });
const entry = z.object({
  id: z.string(),
  author: z.enum(["customer", "support", "system"]),
  name: z.string().nullable().describe("How our team member signed."),
  event: z.enum(ticketEvents).nullable(),
  text: z.string(),
  before_proof: z
    .boolean()
    .describe("Written before the reader of the ticket’s mailbox had opened it, and perhaps by somebody else."),
  at: z.iso.datetime(),
  files: z.array(file),
});
const summary = z.object({
  ticket: z.string(),
  topic: z.enum(supportTopics),
  status: z.enum(ticketStatuses),
  order_ref: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type TicketSummary = z.infer<typeof summary>;

const ticket = summary.extend({
  answer_by: z.iso.datetime().nullable().describe("While we owe an answer."),
  closes_at: z.iso.datetime().nullable().describe("Closed then without an answer of the customer."),
  open_until: z.iso.datetime().nullable().describe("A closed ticket can be opened again until then."),
  can_answer: z.boolean(),
  asks_author: z.boolean().describe("The caller has the emailed link, and has not said who wrote the ticket."),
  entries: z.array(entry),
});
export const ticketReply = z.object({ data: ticket });
export type Ticket = z.infer<typeof ticket>;
export type TicketEntry = z.infer<typeof entry>;

export const ticketAnswerBody = z.object({ ticket: ticketNumber, message, attachments: attachments.default([]) });
export const ticketAuthorBody = z.object({
  ticket: ticketNumber,
  is_author: z.boolean().describe("`false` closes the ticket for good."),
});
export const ticketSolveBody = z.object({ ticket: ticketNumber });
export const ticketsReply = z.object({ data: z.array(summary) });

export const attachmentBody = z.object({ name: typed.max(200), image: z.string() });
export const attachmentReply = z.object({ data: file });
export const attachmentQuery = z.object({ ticket: ticketNumber, id: z.string().max(60) });

const expected = z.object({
  topic: z.enum(supportTopics),
  expected_at: z.iso.datetime().nullable().describe("Null with too few answers in the last seven days."),
  expected_minutes: z.int().nullable().describe("Median of the last seven days, in opening hours."),
});
export const supportHoursReply = z.object({
  data: z.object({
    open: z.boolean(),
    opens_at: z.iso.datetime().nullable().describe("The next opening time, while closed."),
    answer_by: z.iso.datetime().describe("We answer at the latest then."),
    topics: z.array(expected),
  }),
});
export type SupportHours = z.infer<typeof supportHoursReply>["data"];
