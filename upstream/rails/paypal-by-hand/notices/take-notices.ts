import { and, eq, lte, sql } from "drizzle-orm";
import { incomingMailbox, paypalNotice } from "../../../db/schema/index.ts";
import { noticesMailbox } from "../../../mail/incoming/mailbox-health.ts";
import {
  type BrokenReadings,
  type MailboxMessage,
  type MailboxReading,
  readMailbox,
} from "../../../mail/incoming/read-mailbox.ts";
import type { Context } from "../../../ports/context.ts";
import { isPaypalAddress, readNotice } from "../read-notice.ts";
import type { Book } from "../report/book.ts";
import { readBook } from "../report/read-book.ts";
import { type TaskSettings, taskSettings } from "../settings.ts";
import { isAuthenticated } from "./email-authentication.ts";
import { proposalOfNotice, standingOf } from "./match-notice.ts";
import { readNoticeEmail } from "./notice-email.ts";
import {
  isUnended,
  keepNotice,
  mostOpenNotices,
  type NewNotice,
  type NoticeRow,
  readableNotice,
  unendedNotices,
} from "./notice-store.ts";

/** Of one reading. An email of PayPal has a tenth of these bytes; ten seconds also bound what a stop of the service waits for. */
const limits = { messages: 50, bytes: 1024 * 1024, waitMs: 10_000 };

/** Of several processes one reads in this time. */
const everyMs = 50_000;

type NoticeContext = Pick<Context, "clock" | "db" | "env" | "log">;

/**
 * Reads PayPal's notices from their mailbox, keeps each once, and says for which tasks they are. Nothing is entered by it. What the mailbox
 * does is kept with it: `today` and an alert say that it is away.
 */
export function noticesRound(ctx: NoticeContext): () => Promise<void> {
  const broken: BrokenReadings = new Map();
  return () => takeNotices(ctx, broken);
}

async function takeNotices(ctx: NoticeContext, broken: BrokenReadings): Promise<void> {
  const { mailbox } = taskSettings(ctx.env.railSettings);
  if (mailbox === null || !(await isOurTurn(ctx))) return;
  const open = await ctx.db.orm.$count(paypalNotice, eq(paypalNotice.state, "open"));
  const messages = Math.max(0, Math.min(limits.messages, mostOpenNotices - open));
  const reading = await readMailbox(mailbox, { ...limits, messages }, broken, (message) => keep(ctx, message));
  await storeReading(ctx, reading);
  await refreshNotices(ctx);
}

async function isOurTurn({ db, clock }: NoticeContext): Promise<boolean> {
  const now = clock.now();
  const due = new Date(now.getTime() - everyMs);
  const claimed = await db.orm
    .insert(incomingMailbox)
    .values({ name: noticesMailbox, askedAt: now })
    .onConflictDoUpdate({
      target: incomingMailbox.name,
      set: { askedAt: now },
      setWhere: lte(incomingMailbox.askedAt, due),
    })
    .returning({ name: incomingMailbox.name });
  return claimed.length > 0;
}

async function storeReading({ db, clock, log }: NoticeContext, { unread, fault }: MailboxReading): Promise<void> {
  const now = clock.now();
  const health =
    fault === null
      ? { unread, fault, faultSince: null, answeredAt: now }
      : { fault, faultSince: sql`coalesce(${incomingMailbox.faultSince}, ${now.toISOString()}::timestamptz)` };
  await db.orm.update(incomingMailbox).set(health).where(eq(incomingMailbox.name, noticesMailbox));
  if (fault !== null) log.warn({ fault }, "the mailbox of PayPal's notices could not be read");
}

async function keep({ db, env, clock }: NoticeContext, message: MailboxMessage): Promise<void> {
  const receivedAt = message.receivedAt ?? clock.now();
  await keepNotice(db.orm, { receivedAt, ...(await readMessage(message, taskSettings(env.railSettings))) });
}

const unreadable = {
  larger: "It is larger than 1 MB: read it in the mailbox.",
  breaks: "The connection breaks at it: read it in the mailbox.",
};

async function readMessage(
  { uid, content, receivedAt }: MailboxMessage,
  { accounts, mailServer }: Pick<TaskSettings, "accounts" | "mailServer">,
): Promise<Omit<NewNotice, "receivedAt">> {
  const unproven = { subject: "", authenticated: false };
  if (content === "larger" || content === "breaks")
    return { ...unproven, identity: `${uid} at ${receivedAt?.toISOString()}`, read: unreadable[content] };
  const email = await readNoticeEmail(content);
  if (!email) return { ...unproven, identity: content, read: "It is no email with headers." };
  const { id, subject, from, authentication } = email;
  const identity = id ?? content;
  if (from === null || !(isPaypalAddress(from) || accounts.includes(from)))
    return { ...unproven, subject, identity, read: "Its sender is neither PayPal nor one of our own PayPal accounts." };
  const authenticated = isAuthenticated(authentication, mailServer, from);
  return { subject, identity, authenticated, read: readNotice(email, accounts) };
}

/** Ends notices that were entered or reported since, and matches the others with the tasks of now. */
async function refreshNotices({ db, env, clock }: NoticeContext): Promise<void> {
  const rows = await unendedNotices(db.orm);
  if (rows.length === 0) return;
  const book = await readBook(db.orm, taskSettings(env.railSettings).assets);
  for (const row of rows) {
    const next = stateNow(row, book);
    if (next.state === row.state && next.task === row.task && next.proposes === row.proposes) continue;
    const endedAt = next.state === "over" ? clock.now() : null;
    await db.orm
      .update(paypalNotice)
      .set({ ...next, endedAt })
      .where(and(eq(paypalNotice.number, row.number), isUnended));
  }
}

function stateNow(row: NoticeRow, book: Book): Pick<NoticeRow, "state" | "task" | "proposes"> {
  const notice = readableNotice(row);
  const state = notice ? standingOf(notice, book) : "open";
  const proposal = notice && state === "open" ? proposalOfNotice(notice, book, row.receivedAt) : null;
  return { state, task: proposal?.task.number ?? null, proposes: proposal?.kind ?? null };
}
