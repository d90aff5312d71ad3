import { supportTopics } from "../support/ticket-states.ts";
import type { Ticket } from "../support/tickets.ts";
import type { CallDocs } from "./call-doc.ts";
import { exampleTime as time } from "./order-example.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const number = "SUP-10231";
const entry = {
  author: "customer",
  name: null,
  event: null,
  text: "Where is my payout?",
  before_proof: false,
} as const;
const ticket: Ticket = {
  ticket: number,
  topic: "payment",
  status: "awaiting_support",
  order_ref: null,
  created_at: time(0),
  updated_at: time(0),
  answer_by: time(30),
  closes_at: null,
  open_until: null,
  can_answer: true,
  asks_author: false,
  entries: [
    { ...entry, id: "te_5f0c2b", at: time(0), files: [] },
    { ...entry, id: "te_5f0c2c", author: "system", event: "received", text: "", at: time(0), files: [] },
  ],
};
const opensWith =
  "Opened by its token as Order-Token, or by the session of the member who wrote it. The token of the first answer ends when the link of our email is opened, which proves the address for what is written from then on.";

export const supportDocs = {
  supportHours: {
    purpose:
      "The expected time is the median of the last seven days in opening hours; it is null with too few answers. `answer_by` is what we promise.",
    reply: {
      data: {
        open: true,
        opens_at: null,
        answer_by: time(30),
        topics: supportTopics.map((topic) => ({ topic, expected_at: null, expected_minutes: null })),
      },
    },
  },
  supportMessage: {
    purpose:
      "A member’s ticket has the member’s email, whatever `email` says. `order_ref` links an order that the call’s Order-Token or session opens; any other number is kept as typed. The text is plain: markup has no effect.",
    body: {
      name: "Anna",
      email: "anna@example.com",
      topic: "payment",
      order_ref: null,
      message: "Where is my payout?",
      captcha_token: null,
      attachments: [],
    },
    reply: { data: { ticket: number, eta_hours: 24, answer_by: time(30), token: "huzm4wqoh7wo5znpq5rcce5lhr" } },
  },
  supportAttachment: {
    purpose:
      "PNG, JPEG or WebP of at most 1 MB as a `data:` address. Send the id in `attachments` of a message within an hour. PDF is not accepted: it cannot be re-encoded, so it could carry scripts.",
    body: { name: "screenshot.png", image: `data:image/png;base64,${pixel}` },
    reply: { data: { id: "tf_5f0c2b", name: "screenshot.webp", bytes: 44 } },
  },
  supportTicket: { purpose: opensWith, query: { ticket: number }, reply: { data: ticket } },
  supportAnswer: {
    purpose: `${opensWith} A closed ticket is opened again, for 60 days.`,
    body: { ticket: number, message: "I found it, thank you.", attachments: [] },
    reply: { data: ticket },
  },
  supportSolve: {
    purpose: opensWith,
    repeat: "No further effect.",
    body: { ticket: number },
    reply: { data: ticket },
  },
  supportAuthor: {
    purpose:
      "Anybody can type an address into the form. Whoever opens the link of our email is asked once who wrote the ticket: with `true` it is theirs and joins the account with that address, with `false` it is closed and our team is told. Only with the token of the emailed link.",
    repeat: "No further effect; the other answer is refused.",
    body: { ticket: number, is_author: true },
    reply: { data: ticket },
  },
  supportFile: {
    purpose: "The picture as WebP, never with the type or the name of the uploaded file.",
    query: { ticket: number, id: "tf_5f0c2b" },
  },
  supportMail: {
    purpose:
      "The body is the message as it was received (RFC 5322), with `Authorization: Bearer` and the secret. The recipient’s address has the ticket and its token; a message from another address than the customer’s is kept for operators only. Automatic replies are ignored. The answer is the same whatever became of it.",
    repeat: "No further effect: the message id is known.",
    callers: "a mail server, by the secret of the settings; without one there `not_found`.",
    headers: { Authorization: "Bearer <SUPPORT_MAIL_SECRET>", "Content-Type": "message/rfc822" },
    message: [
      "From: Anna Ivanova <anna.ivanova@example.com>",
      "To: reply+10231-huzm4wqoh7wo5znpq5rcce5lhr@mail.kursa.example",
      "Message-ID: <5f0c2b9e@example.com>",
      "Subject: Re: Question SUP-10231",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "Thank you, it has arrived.",
    ].join("\r\n"),
  },
  memberTickets: {
    purpose: "Tickets that the member wrote while signed in, or said to have written by the link of our email.",
    reply: {
      data: [
        {
          ticket: number,
          topic: "payment",
          status: "awaiting_support",
          order_ref: null,
          created_at: time(0),
          updated_at: time(0),
        },
      ],
    },
  },
} satisfies Partial<CallDocs>;
