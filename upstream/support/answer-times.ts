import { gt } from "drizzle-orm";
import { type SupportTopic, supportTopics } from "../../contract/support/ticket-states.ts";
import { ticket } from "../db/schema/support.ts";
import type { Context } from "../ports/context.ts";
import { afterOpenMinutes, type OpeningHours, openingAt, openMinutesBetween } from "./rules/opening-hours.ts";

const weekMs = 7 * 24 * 3_600_000;
/** Fewer answers say nothing about the next one. */
const fewestAnswers = 3;
/** The newest ones of a week; more change the median little. */
const mostAnswers = 1000;

/** When a message about each topic is answered. */
export type AnswerTimes = {
  open: boolean;
  /** Null while open. */
  opensAt: Date | null;
  /** The latest time we promise. */
  answerBy: Date;
  topics: { topic: SupportTopic; minutes: number | null; expectedAt: Date | null }[];
};

/** For a message written now. A topic with too few answers of its own has the median of all. */
export async function answerTimes(ctx: Pick<Context, "db" | "env">, now: Date): Promise<AnswerTimes> {
  const hours = ctx.env.COMPANY.support;
  const taken = await minutesTaken(ctx, now);
  const { open, from } = openingAt(hours, now);
  const answerBy = promisedBy(hours, now);
  const topics = supportTopics.map((topic) => {
    const minutes = median(taken.filter((answeredTicket) => answeredTicket.topic === topic)) ?? median(taken);
    const expected = minutes === null ? null : afterOpenMinutes(hours, now, minutes);
    // An expectation beyond the promise would contradict it.
    return { topic, minutes, expectedAt: expected && expected < answerBy ? expected : null };
  });
  return { open, opensAt: open ? null : from, answerBy, topics };
}

/** The promised hours count from now, or from the next opening. */
export function promisedBy(hours: OpeningHours, now: Date): Date {
  const { open, from } = openingAt(hours, now);
  return new Date((open ? now : from).getTime() + hours.answerHours * 3_600_000);
}

/** The median time to a first answer in the last seven days; null with too few answers. */
export async function medianAnswerMinutes(ctx: Pick<Context, "db" | "env">, now: Date): Promise<number | null> {
  return median(await minutesTaken(ctx, now));
}

type Taken = { topic: SupportTopic; minutes: number };

async function minutesTaken({ db, env }: Pick<Context, "db" | "env">, now: Date): Promise<Taken[]> {
  const rows = await db.orm
    .select({ topic: ticket.topic, asked: ticket.createdAt, answered: ticket.firstAnswerAt })
    .from(ticket)
    .where(gt(ticket.firstAnswerAt, new Date(now.getTime() - weekMs)))
    .limit(mostAnswers);
  return rows.flatMap(({ topic, asked, answered }) =>
    answered ? [{ topic, minutes: openMinutesBetween(env.COMPANY.support, asked, answered) }] : [],
  );
}

/** Null with too few values. The upper one of two middle values: rather too late than too early. */
function median(taken: readonly Taken[]): number | null {
  if (taken.length < fewestAnswers) return null;
  const sorted = taken.map(({ minutes }) => minutes).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
