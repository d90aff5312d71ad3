import { and, asc, count, eq, isNotNull, isNull, min, not, or } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { paypalNotice } from "../../db/schema/index.ts";
import { mailboxHealth, noticesMailbox } from "../../mail/incoming/mailbox-health.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** Those that a task or a signature speaks for: what strangers write fills neither the page nor the day's questions. */
const isTrusted = or(paypalNotice.authenticated, isNotNull(paypalNotice.task));

/**
 * Undecided emails of PayPal, as they were matched last, the oldest first: an authenticated one that looks like no task is a
 * difference. All others together are one row.
 */
export async function noticeReportRows({ db }: Pick<Context, "db">, limit: number): Promise<ShownRow[]> {
  const rows = await db.orm
    .select()
    .from(paypalNotice)
    .where(and(eq(paypalNotice.state, "open"), isTrusted))
    .orderBy(asc(paypalNotice.receivedAt), asc(paypalNotice.number))
    .limit(limit);
  const trusted = rows.map(({ number, kind, fault, amount, currency, task, proposes, receivedAt }) => ({
    ...{ email: `N${number}`, what: kind ?? "not read", at: receivedAt.toISOString() },
    amount: amount === null ? null : `${formatDecimal(amount, currencyDecimals)} ${currency}`,
    state: task === null ? (fault === null ? "a difference: it looks like no task" : fault) : `looks like ${proposes}`,
    ...{ task, next: "operator tasks proposals" },
  }));
  return [...trusted, ...(await othersRow(db))];
}

async function othersRow(db: Context["db"]): Promise<ShownRow[]> {
  const { state, receivedAt } = paypalNotice;
  const [others] = await db.orm
    .select({ count: count(), oldest: min(receivedAt) })
    .from(paypalNotice)
    .where(and(eq(state, "open"), not(paypalNotice.authenticated), isNull(paypalNotice.task)));
  if (!others?.oldest) return [];
  const sentence = "nothing proves that PayPal has sent them, and they look like no task";
  const about = { email: `${others.count} more`, what: "not authenticated", at: others.oldest.toISOString() };
  return [{ ...about, amount: null, state: sentence, task: null, next: "operator tasks proposals, tasks dismiss" }];
}

/** How many authenticated ones look like no task, or could not be read. */
export function unmatchedNotices({ db }: Pick<Context, "db">): Promise<number> {
  return db.orm.$count(
    paypalNotice,
    and(eq(paypalNotice.state, "open"), paypalNotice.authenticated, isNull(paypalNotice.task)),
  );
}

/** A reading that failed once may be the network's. */
const leastAwaySeconds = 120;

/** Why notices are not read; null while they are, and where no mailbox is set. */
export async function mailboxRow({ db, clock }: Pick<Context, "db" | "clock">): Promise<ShownRow | null> {
  const health = await mailboxHealth(db.orm, noticesMailbox, clock.now());
  if (health === null) return null;
  const { unread, fault, awaySince, awaySeconds } = health;
  if (fault !== null && awaySince !== null && awaySeconds >= leastAwaySeconds)
    return { state: "away", fault, since: awaySince.toISOString(), next: "look at PAYPAL_MAILBOX and the log" };
  if (unread === 0) return null;
  const next = "operator tasks proposals: no more are read while 100 wait; tasks dismiss takes several at once";
  return { state: "not all read", unread, next };
}
