import { deliverEmail, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { layOut } from "../../mail/layout.ts";
import { recordEmail } from "../../mail/outbox/queue-email.ts";
import type { Context } from "../../ports/context.ts";
import { differenceTexts } from "./difference-text.ts";
import { differencesOf, lastMatched, lastNews, momentOf, type Reconciliation } from "./reconciliations.ts";

/** Named in one email; the command shows them all. */
const mostNamed = 20;

/**
 * Emails the operator the differences of a rail: once for each set of them, not again while it stays the same. Repeated it sends
 * nothing more; an email that could not be delivered is tried again. A set that comes back on the same day is not told twice.
 */
export async function tellOperator(ctx: Context, mailer: Mailer, rail: string): Promise<void> {
  const { operatorEmail: to } = mailer;
  const news = await lastNews(ctx.db.orm, rail);
  if (to === undefined || news?.state !== "differs") return;
  const id = `reconciliation:${rail}:${news.differencesHash?.slice(0, 16)}:${news.at.toISOString().slice(0, 10)}`;
  const email = { id, kind: "operator_alert", cause: "desk", language: "en", to, now: ctx.clock.now() } as const;
  await recordEmail(ctx.db.orm, email);
  const due = await queuedEmail(ctx, id);
  if (!due) return;
  const written = await write(ctx, mailer, news);
  await deliverEmail(ctx, mailer, due, written, written);
}

async function write(ctx: Context, mailer: Mailer, news: Reconciliation) {
  const texts = emailTexts.en.operator.reconciliation;
  const { rail, differences: count } = news;
  const matched = await lastMatched(ctx.db.orm, rail);
  const named = await differenceTexts(ctx.db.orm, await differencesOf(ctx.db.orm, news, mostNamed));
  const values = { rail, count: String(count), moment: momentOf(news) };
  const title = fill(texts.subject, values);
  const rows = named.map(({ what, subject, rail: atRail, ledger }) => {
    return { label: `${what} ${subject}`, value: `${rail} ${atRail}, ledger ${ledger}` };
  });
  const more = count > named.length ? [fill(texts.more, { count: String(count - named.length) })] : [];
  const subject = `${mailer.sender.brand}: ${title}`;
  const body = layOut({
    ...{ language: "en", brand: mailer.sender.brand, issuer: null, title, lead: fill(texts.lead, values) },
    remarks: [`${texts.last}: ${matched ? momentOf(matched) : texts.never}`],
    choices: { title: texts.next, items: [`operator reconcile --rail ${rail}`] },
    rows,
    button: null,
    closing: more,
  });
  return { subject, ...body };
}
