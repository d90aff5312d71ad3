import { and, asc, desc, gte, lt, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { consentRecord, pageView } from "../../db/schema/visits.ts";
import { momentArgument, sinceArgument } from "../../operator/arguments.ts";
import { command, done } from "../../operator/command.ts";
import { dayOf } from "../../shared/rules/day-of.ts";

const columns = {
  day: pageView.day,
  page: pageView.page,
  language: pageView.language,
  referrer: pageView.referrer,
} as const;
const names = ["day", "page", "language", "referrer"] as const;

/** What the website counts of its visits. */
export const visitCommands = [
  command({
    name: "report visits",
    connects: true,
    summary: "Opened pages by day (UTC), page, language or referring site; bots are counted apart.",
    args: z.object({
      by: z
        .enum(names, { error: "Enter day, page, language or referrer." })
        .default("day")
        .describe("day, page, language or referrer"),
      since: sinceArgument,
      until: momentArgument.optional().describe("only days before this time, 2026-12-31T08:00:00Z"),
    }),
    async run(ctx, { by, since, until }) {
      const { day, views, isBot } = pageView;
      const key = columns[by];
      const sum = (condition: typeof isBot | ReturnType<typeof sql>) =>
        sql<string>`coalesce(sum(${views}) filter (where ${condition}), 0)`;
      const people = sum(sql`not ${isBot}`);
      const rows = await ctx.db.orm
        .select({ key, people, bots: sum(isBot) })
        .from(pageView)
        .where(and(since && gte(day, dayOf(since)), until && lt(day, dayOf(until))))
        .groupBy(key)
        .orderBy(...(by === "day" ? [asc(key)] : [desc(people), asc(key)]));
      return done({
        visits: rows.map((row) => ({ [by]: row.key, views: Number(row.people), bots: Number(row.bots) })),
      });
    },
  }),
  command({
    name: "report consents",
    connects: true,
    summary: "Answers about statistics by day (UTC) and version of the text; nobody is named.",
    args: z.object({ since: sinceArgument }),
    async run(ctx, { since }) {
      const { answer, text, at } = consentRecord;
      const day = sql<string>`to_char(${at} at time zone 'utc', 'YYYY-MM-DD')`;
      const count = (choice: "yes" | "no") => sql<string>`count(*) filter (where ${answer} = ${choice})`;
      const rows = await ctx.db.orm
        .select({ day, text, yes: count("yes"), no: count("no") })
        .from(consentRecord)
        .where(since && gte(at, since))
        .groupBy(sql`1`, text)
        .orderBy(sql`1`, asc(text));
      return done({ consents: rows.map((row) => ({ ...row, yes: Number(row.yes), no: Number(row.no) })) });
    },
  }),
];
