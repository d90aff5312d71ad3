import { and, eq, gte, inArray, ne } from "drizzle-orm";
import { deliveredStatuses, emailMessage, type order as orders } from "../../db/schema/index.ts";
import { deliverEmail, dropEmail, type EmailRow, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import { wantsEmail } from "../../mail/delivery/email-preference.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { type EmailKind, isEmailKind, isOperatorEmailKind, type OperatorEmailKind } from "../../mail/email-texts.ts";
import { type EmailJob, recordEmail, recordOvertaken } from "../../mail/outbox/queue-email.ts";
import { causeAbout, type EmailCause, emailCauses } from "../../mail/rules/email-cause.ts";
import type { Context } from "../../ports/context.ts";
import { renderOperatorEmail } from "./operator-email.ts";
import { operatorFacts } from "./operator-facts.ts";
import { type EmailContent, renderOrderEmail } from "./order-email.ts";
import { linkOf, type OrderToTell, readFacts, readOrderToTell } from "./order-email-facts.ts";
import { isStillTrue } from "./still-current.ts";
import { withoutToken, withToken } from "./stored-email.ts";

type OrderRow = typeof orders.$inferSelect;

/**
 * Renders an email from the order's current state and sends it, unless it is outdated. Its cause is the order's: somebody
 * who only typed the address is a stranger. The row in `letter` records that it was sent, so a repeated job sends nothing.
 * Throws when delivery fails, and the row has the reason. Nothing of the text is logged: it contains a working link.
 */
export async function sendOrderEmail(ctx: Context, mailer: Mailer, job: EmailJob): Promise<void> {
  const { kind } = job;
  const isOurs = isOperatorEmailKind(kind);
  if (!isOurs && !isEmailKind(kind)) throw new Error(`Unknown email kind: ${kind}`);
  const order = await readOrderToTell(ctx, job.ref);
  const row = order?.row;
  const to = isOurs ? mailer.operatorEmail : row?.email;
  if (!order || !row || !to) return;
  const id = `${row.ref}:${kind}:${job.version}`;
  const entry = { id, kind, cause: causeOf(row, job), to, language: row.language, now: ctx.clock.now() };
  const email = { ...entry, orderRef: row.ref };
  if (job.copyOf === undefined && !isStillTrue(kind, row)) return recordOvertaken(ctx.db.orm, email);
  const queued = (await recordEmail(ctx.db.orm, email)) ?? (await queuedEmail(ctx, id));
  if (!queued) return;
  const written = await bodyOf(ctx, mailer, order, { ...job, kind, cause: queued.cause });
  if (written === null || (await isDuplicateHold(ctx, row, queued))) return dropEmail(ctx, queued);
  await deliverEmail(ctx, mailer, queued, written, withoutToken(written, linkOf(mailer, row)));
}

function causeOf({ emailProof }: OrderRow, { kind, copyOf }: EmailJob): EmailCause {
  if (isOperatorEmailKind(kind)) return "desk";
  const isProven = emailProof !== null;
  if (copyOf !== undefined) return isProven ? "operator" : "unproven";
  // Anybody who knows number and address can ask for the link.
  return kind === "link" ? "stranger" : causeAbout({ isProven });
}

/** Null when its member has opted out. A copy keeps its text and gets the current link. */
async function bodyOf(
  ctx: Context,
  mailer: Mailer,
  order: OrderToTell,
  { kind, copyOf, cause }: { kind: EmailKind | OperatorEmailKind; copyOf?: string | undefined; cause: EmailCause },
): Promise<EmailContent | null> {
  const { row } = order;
  if (copyOf !== undefined) {
    const [original] = await ctx.db.orm.select().from(emailMessage).where(eq(emailMessage.id, copyOf));
    if (!original?.subject || !original.text || !original.html) return null;
    return withToken({ subject: original.subject, text: original.text, html: original.html }, linkOf(mailer, row));
  }
  if (!(await wantsEmail(ctx, kind, row))) return null;
  if (isOperatorEmailKind(kind)) return renderOperatorEmail(kind, await operatorFacts(ctx, row), mailer.sender);
  const { quotes } = emailCauses[cause];
  return renderOrderEmail(await readFacts(ctx, mailer, { kind, quotes }, order), mailer.sender);
}

/** Two holds in quick succession get one email: the first one sent describes the current hold. */
async function isDuplicateHold(ctx: Context, { ref, holdSince }: OrderRow, { id, kind }: EmailRow): Promise<boolean> {
  if ((kind !== "on_hold" && kind !== "operator_hold") || holdSince === null) return false;
  const isSame = and(
    eq(emailMessage.orderRef, ref),
    eq(emailMessage.kind, kind),
    inArray(emailMessage.status, deliveredStatuses),
    ne(emailMessage.id, id),
  );
  const earlier = await ctx.db.orm
    .select({ id: emailMessage.id })
    .from(emailMessage)
    .where(and(isSame, gte(emailMessage.sentAt, holdSince)));
  return earlier.length > 0;
}
