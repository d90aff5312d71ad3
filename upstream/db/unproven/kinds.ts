import { and, eq, gt, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import type { Database } from "../database.ts";
import { emailCode } from "../schema/accounts.ts";
import { newsletterSubscriber } from "../schema/newsletter.ts";
import { order, payment } from "../schema/orders.ts";
import { reserveRequest } from "../schema/service.ts";
import { ticket, ticketEntry, ticketFile } from "../schema/support.ts";
import { consentRecord } from "../schema/visits.ts";

type Reader = Pick<Database["orm"], "$count" | "select">;

/**
 * What somebody can leave in the database who has proven nothing. `bytes`: what a row takes with its indexes and what is written
 * with it; of pictures their own size counts. `days`: how long it is kept.
 */
type UnprovenKind = { bytes: number; days: number; stored(reader: Reader, now: Date): Promise<number> };

const day = 86_400_000;

/** Bytes of all rows that are as `is` says. */
const rowsOf = (bytes: number, count: (reader: Reader, now: Date) => PromiseLike<number>) =>
  ({ bytes, stored: async (reader: Reader, now: Date) => bytes * (await count(reader, now)) }) as const;

/** A question whose writer has opened no email of ours and is no member. */
const isUnprovenTicket: SQL | undefined = and(eq(ticket.emailConfirmed, false), isNull(ticket.memberId));

/** With its history, its place to pay and the emails about it. */
const unpaidOrderBytes = 16_000;

/** An order of the last day that a guest has placed, without having opened an email of ours, and that nobody has paid. */
const isUnpaidOfDay = (reader: Reader, now: Date): SQL | undefined =>
  and(
    ...[gt(order.createdAt, new Date(now.getTime() - day)), ne(order.status, "draft")],
    ...[isNull(order.ownerId), isNull(order.emailProof)],
    notExists(reader.select({ id: payment.id }).from(payment).where(eq(payment.orderRef, order.ref))),
  );

export const unprovenKinds = {
  /** And what became of them without a payment: such orders are kept for years, so those of the last day count. */
  drafts: {
    bytes: 4000,
    days: keptDays.drafts,
    async stored(reader, now) {
      const [drafts, unpaid] = await Promise.all([
        reader.$count(order, and(eq(order.status, "draft"), isNull(order.ownerId))),
        reader.$count(order, isUnpaidOfDay(reader, now)),
      ]);
      return 4000 * drafts + unpaidOrderBytes * unpaid;
    },
  },
  codes: { days: keptDays.codes, ...rowsOf(1000, (reader) => reader.$count(emailCode)) },
  subscriptions: {
    days: keptDays.unconfirmedSubscriptions,
    ...rowsOf(1500, (reader) => reader.$count(newsletterSubscriber, isNull(newsletterSubscriber.confirmedAt))),
  },
  reserveRequests: {
    days: 30,
    ...rowsOf(1000, (reader) => reader.$count(reserveRequest, eq(reserveRequest.isMembers, false))),
  },
  questions: {
    days: keptDays.unprovenTickets,
    // With a text of 5,000 letters, twice: as it was written and in its email.
    ...rowsOf(20_000, (reader) => reader.$count(ticket, isUnprovenTicket)),
  },
  /** Kept for years as a proof: those of the last day count. */
  consents: {
    days: 1,
    ...rowsOf(500, (reader, now) => reader.$count(consentRecord, gt(consentRecord.at, new Date(now.getTime() - day)))),
  },
  /** Of messages that were not sent, and of questions that nobody has proven. */
  pictures: {
    bytes: 0,
    days: keptDays.unprovenTickets,
    stored: async (reader) => {
      const [row] = await reader
        .select({ bytes: sql<number>`coalesce(sum(octet_length(${ticketFile.image})), 0)::float8` })
        .from(ticketFile)
        .leftJoin(ticketEntry, eq(ticketEntry.id, ticketFile.entryId))
        .leftJoin(ticket, eq(ticket.number, ticketEntry.ticket))
        .where(or(isNull(ticketFile.entryId), isUnprovenTicket));
      return row?.bytes ?? 0;
    },
  },
} as const satisfies Record<string, UnprovenKind>;
