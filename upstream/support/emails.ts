import { desc, eq } from "drizzle-orm";
import { shownRef } from "../../contract/order/order-number.ts";
import { languageSettings } from "../../contract/values/languages.ts";
import { order } from "../db/schema/orders.ts";
import { emailMessage } from "../db/schema/service.ts";
import { deliverEmail, dropEmail, type EmailRow, queuedEmail } from "../mail/delivery/deliver-email.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import { isCodeEmail } from "../mail/email-kinds.ts";
import type { EmailSender } from "../mail/email-sender.ts";
import { emailTexts, fill } from "../mail/email-texts.ts";
import { momentText } from "../mail/figures.ts";
import { layOut } from "../mail/layout.ts";
import { digestJob } from "../mail/outbox/queue-digests.ts";
import { issuerLine } from "../mail/sender.ts";
import { linkOf } from "../orders/emails/order-email-facts.ts";
import type { Context } from "../ports/context.ts";
import { isOwn, ticketRow } from "./change-ticket.ts";
import { subjectOf, type TicketEmailKind, ticketEmailJob, ticketEmailKinds } from "./ticket-emails.ts";
import { type EntryWithFiles, ticketEntriesOf } from "./ticket-entries.ts";
import { shownTicket } from "./ticket-number.ts";

export const supportEmails: readonly EmailSender[] = [
  { kinds: [ticketEmailJob], send: (ctx, mailer, { ref }) => sendTicketEmail(ctx, mailer, ref) },
  { kinds: [digestJob], send: (ctx, mailer, { ref }) => sendDigest(ctx, mailer, ref) },
];

type TicketRow = NonNullable<Awaited<ReturnType<typeof ticketRow>>>;

/**
 * Sends an email about a ticket, once. Our answer is in it; a guest's own message is not, since the address may be a
 * stranger's. Only that it was sent is stored, not its text. Throws when delivery fails, and is retried.
 */
async function sendTicketEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const row = await queuedEmail(ctx, id);
  const { number, entryId } = subjectOf(id);
  const about = await ticketRow(ctx.db.orm, number);
  const entry = about && (await ticketEntriesOf(ctx.db.orm, number)).find((ticketEntry) => ticketEntry.id === entryId);
  if (!row || !isTicketKind(row.kind)) return;
  if (!about || !entry) return dropEmail(ctx, row);
  const { kind } = row;
  const written =
    kind === "operator_ticket" ? forOperators(mailer, about, entry) : forCustomer(mailer, kind, row, about, entry);
  await deliverEmail(ctx, mailer, row, written, { subject: written.subject });
}

function forCustomer(
  mailer: Mailer,
  kind: Exclude<TicketEmailKind, "operator_ticket">,
  { language }: EmailRow,
  about: TicketRow,
  { text, signature, event }: EntryWithFiles,
) {
  const { number, answerBy } = about;
  const texts = emailTexts[language].ticket;
  const { brand, support } = mailer.sender;
  const values = { number: shownTicket(number), brand, support, by: momentText(answerBy, language) };
  const { subject, title, lead } =
    kind === "ticket_closed" && event === "closed_unanswered" ? texts.expired : texts[kind];
  const replyTo = mailer.replyAddress(number);
  const body = layOut({
    language,
    brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(title, { ...values, name: signature ?? texts.team }),
    lead: fill(lead, values),
    remarks: kind === "ticket_answered" ? text.split("\n").filter((line) => line !== "") : [],
    choices: null,
    rows: [],
    button: {
      label: texts.open,
      href: ticketLink(mailer, number, language),
      remark: fill(replyTo === undefined ? texts.answerThere : texts.answerHere, values),
    },
    closing: [texts.safety, fill(isOwn(about) ? texts.why : texts.whyGuest, values)],
  });
  return { subject: fill(subject, values), ...body, ...(replyTo !== undefined && { replyTo }) };
}

function forOperators(
  mailer: Mailer,
  { number, topic, email, answerBy }: TicketRow,
  { text, files, event, isProven }: EntryWithFiles,
) {
  const texts = emailTexts.en.ticket.operator;
  const ticketNumber = shownTicket(number);
  const values = { number: ticketNumber, topic };
  const body = layOut({
    language: "en",
    brand: mailer.sender.brand,
    issuer: null,
    title: fill(texts.subject, values),
    lead: fill(leadOf({ event, isProven }), values),
    remarks: text.split("\n").filter((line) => line !== ""),
    choices: {
      title: texts.next,
      items: [`operator tickets show ${ticketNumber}`, `operator tickets answer ${ticketNumber} --text "..."`],
    },
    rows: [
      { label: texts.email, value: email },
      { label: texts.by, value: momentText(answerBy, "en") },
      { label: texts.files, value: String(files.length) },
    ],
    button: null,
    closing: [],
  });
  return { subject: `${mailer.sender.brand}: ${fill(texts.subject, values)}`, ...body };
}

function leadOf({ event, isProven }: Pick<EntryWithFiles, "event" | "isProven">): string {
  const { lead, unprovenLead, denied } = emailTexts.en.ticket.operator;
  if (event === "author_denied") return denied;
  return isProven === false ? unprovenLead : lead;
}

/** The link that opens the ticket and proves the address. */
function ticketLink(mailer: Mailer, number: number, language: EmailRow["language"]): string {
  const path = `${languageSettings[language].prefix}/support/${shownTicket(number)}`;
  return `${mailer.origin}/${path}?t=${encodeURIComponent(mailer.ticketToken(number))}`;
}

const isTicketKind = (kind: string): kind is TicketEmailKind =>
  ticketEmailKinds.some((emailKind) => emailKind === kind);

/** More are only counted. */
const maxOrders = 10;

/**
 * The one email of a day about those that were held back: orders with their links, everything else as numbers. It
 * quotes nothing that was typed by those who caused these emails. Throws when delivery fails, and is retried.
 */
async function sendDigest(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const row = await queuedEmail(ctx, id);
  if (!row) return;
  const held = await ctx.db.orm
    .select({ email: emailMessage, order })
    .from(emailMessage)
    .leftJoin(order, eq(order.ref, emailMessage.orderRef))
    .where(eq(emailMessage.digestId, id))
    .orderBy(desc(emailMessage.createdAt));
  const { language } = row;
  const texts = emailTexts[language].digest;
  const values = {
    count: String(held.length),
    most: String(ctx.env.UNASKED_EMAILS_PER_DAY),
    brand: mailer.sender.brand,
    support: mailer.sender.support,
  };
  const orders = new Map(held.flatMap(({ order: about }) => (about ? [[about.ref, about]] : [])));
  const tickets = new Set(held.flatMap(({ email }) => (isOfTicket(email) ? [subjectOf(email.id).number] : [])));
  const codes = held.filter(({ email }) => isCodeEmail(email.kind)).length;
  const others = held.filter(
    ({ email, order: about }) => !about && !isOfTicket(email) && !isCodeEmail(email.kind),
  ).length;
  const items = [
    ...[...orders.values()]
      .slice(0, maxOrders)
      .map((about) => fill(texts.order, { ref: shownRef(about.ref), link: linkOf(mailer, about) })),
    ...(orders.size > maxOrders ? [fill(texts.moreOrders, { count: String(orders.size - maxOrders) })] : []),
    ...(tickets.size > 0 ? [fill(texts.tickets, { numbers: [...tickets].map(shownTicket).join(", ") })] : []),
    ...(codes > 0 ? [fill(texts.codes, { count: String(codes) })] : []),
    ...(others > 0 ? [fill(texts.others, { count: String(others) })] : []),
  ];
  const subject = fill(texts.subject, values);
  const content = layOut({
    language,
    brand: mailer.sender.brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(texts.title, values),
    lead: fill(texts.lead, values),
    remarks: [],
    choices: { title: texts.list, items },
    rows: [],
    button: null,
    closing: [fill(texts.why, values)],
  });
  await deliverEmail(ctx, mailer, row, { subject, ...content }, { subject });
}

const isOfTicket = ({ id }: EmailRow) => id.startsWith(`${ticketEmailJob}:`);
