import { languageSettings } from "../../../contract/values/languages.ts";
import { deliverEmail, dropEmail, type EmailRow, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { momentText } from "../../mail/figures.ts";
import { layOut } from "../../mail/layout.ts";
import { issuerLine } from "../../mail/sender.ts";
import type { Context } from "../../ports/context.ts";
import { isOwn, ticketRow } from "../change-ticket.ts";
import { subjectOf, type TicketEmailKind, ticketEmailKinds } from "../ticket-emails.ts";
import { type EntryWithFiles, ticketEntriesOf } from "../ticket-entries.ts";
import { shownTicket } from "../ticket-number.ts";

type TicketRow = NonNullable<Awaited<ReturnType<typeof ticketRow>>>;

/**
 * Sends an email about a ticket, once. Our answer is in it; a guest's own message is not, since the address may be a
 * stranger's. Only that it was sent is stored, not its text. Throws when delivery fails, and is retried.
 */
export async function sendTicketEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const row = await queuedEmail(ctx, id);
  const { number, entryId } = subjectOf(id);
  const about = await ticketRow(ctx.db.orm, number);
  const entry = about && (await ticketEntriesOf(ctx.db.orm, number)).find((one) => one.id === entryId);
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
