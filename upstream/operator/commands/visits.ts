import { and, asc, desc, gte, lt, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { pageView } from "../../db/schema/visits.ts";
import { dayOf } from "../../visits/page-views.ts";
import { momentArgument, sinceArgument } from "../arguments.ts";
import { command, done } from "../command.ts";

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
];
