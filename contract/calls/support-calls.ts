import {
  attachmentBody,
  attachmentQuery,
  attachmentReply,
  supportBody,
  supportHoursReply,
  supportReply,
  ticketAnswerBody,
  ticketAuthorBody,
  ticketQuery,
  ticketReply,
  ticketSolveBody,
  ticketsReply,
} from "../support/tickets.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

const about = { area: "support", access: "public" } as const;
/** base64 turns three bytes into four characters; the rest is for the names. */
const attachmentLimitBytes = Math.ceil((1024 * 1024 * 4) / 3) + 4096;

/** Three pictures of five megabytes, as emails encode them, and the text. */
const mailLimitBytes = 24 * 1024 * 1024;

/**
 * Questions to support. A ticket is opened by the token of its link, sent as Order-Token, or by the session of the member
 * who wrote it; a ticket that does not exist and another customer's give the same answer.
 */
export const supportCalls = {
  supportHours: {
    ...read,
    ...about,
    path: "support/hours",
    summary: "Whether support is there, and when a message written now is answered.",
    reply: supportHoursReply,
    problems: [],
  },
  supportMessage: {
    ...write,
    ...about,
    path: "support/message",
    summary: "Opens a ticket. The reply does not reveal whether we know the email or the order.",
    body: supportBody,
    reply: supportReply,
    replyStatus: 202,
    idempotency: "required",
    problems: ["captcha_failed", "captcha_unavailable", "code_invalid", "code_expired"],
  },
  supportAttachment: {
    ...write,
    ...about,
    path: "support/attachments",
    summary:
      "Uploads a picture for a message. It is decoded and re-encoded, and deleted after an hour without a message.",
    body: attachmentBody,
    reply: attachmentReply,
    replyStatus: 201,
    idempotency: "required",
    bodyLimitBytes: attachmentLimitBytes,
    problems: [],
  },
  supportTicket: {
    ...read,
    ...about,
    path: "support/tickets/{ticket}",
    summary: "A ticket with its messages.",
    query: ticketQuery,
    reply: ticketReply,
    problems: [],
  },
  supportAnswer: {
    ...write,
    ...about,
    path: "support/answer",
    summary: "The customer’s next message; it opens a closed ticket again.",
    body: ticketAnswerBody,
    reply: ticketReply,
    idempotency: "required",
    problems: ["invalid_transition"],
  },
  supportSolve: {
    ...write,
    ...about,
    path: "support/solve",
    summary: "Closes a ticket as solved.",
    body: ticketSolveBody,
    reply: ticketReply,
    problems: [],
  },
  supportAuthor: {
    ...write,
    ...about,
    path: "support/author",
    summary: "Says whether the caller, who has the link that was emailed, wrote the ticket.",
    body: ticketAuthorBody,
    reply: ticketReply,
    problems: ["invalid_transition"],
  },
  supportFile: {
    ...read,
    ...about,
    path: "support/tickets/{ticket}/files/{id}",
    summary: "A picture of a ticket.",
    query: attachmentQuery,
    media: ["image/webp"],
    problems: [],
  },
  supportMail: {
    ...write,
    ...about,
    path: "support/mail",
    summary: "Called by a mail server with a message to the reply address. Only where the settings have its secret.",
    replyStatus: 204,
    bodyLimitBytes: mailLimitBytes,
    problems: ["unauthenticated"],
    open: true,
  },
  memberTickets: {
    ...read,
    path: "member/tickets",
    area: "support",
    access: "member",
    summary: "The member’s tickets, the latest change first.",
    reply: ticketsReply,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
