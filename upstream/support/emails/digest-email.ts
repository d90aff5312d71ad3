import { desc, eq } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { order } from "../../db/schema/orders.ts";
import { emailMessage } from "../../db/schema/service.ts";
import { deliverEmail, type EmailRow, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { isCodeEmail } from "../../mail/email-kinds.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { layOut } from "../../mail/layout.ts";
import { issuerLine } from "../../mail/sender.ts";
import { linkOf } from "../../orders/emails/order-email-facts.ts";
import type { Context } from "../../ports/context.ts";
import { subjectOf, ticketEmailJob } from "../ticket-emails.ts";
import { shownTicket } from "../ticket-number.ts";

/** More are only counted. */
const maxOrders = 10;

/**
 * The one email of a day about those that were held back: orders with their links, everything else as numbers. Nothing in
 * it was worded by whoever caused them. Throws when delivery fails, and is retried.
 */
export async function sendDigest(ctx: Context, mailer: Mailer, id: string): Promise<void> {
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
