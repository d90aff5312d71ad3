import { eq, lt, sql } from "drizzle-orm";
import type { PageViews } from "../../../contract/visits/page-views.ts";
import { pageView } from "../../db/schema/visits.ts";
import type { Context } from "../../ports/context.ts";
import { dayOf } from "../../shared/rules/day-of.ts";

const dayMs = 86_400_000;
/** A year and the month to compare it with. */
const keptDays = 400;
/** A visitor chooses the referrer: beyond this many hosts a day the rest is counted together. */
const mostReferrers = 300;
const otherReferrers = "other";

/** Adds to the counts of the day. */
export async function recordPageViews(
  { db, clock }: Pick<Context, "db" | "clock">,
  rows: readonly PageViews[],
): Promise<void> {
  const day = dayOf(clock.now());
  const seen = await db.orm.selectDistinct({ referrer: pageView.referrer }).from(pageView).where(eq(pageView.day, day));
  const referrers = new Set(["", ...seen.map(({ referrer }) => referrer)]);
  const added = new Map<string, typeof pageView.$inferInsert>();
  for (const { page, language, referrer, is_bot: isBot, views } of rows) {
    if (referrers.size <= mostReferrers) referrers.add(referrer);
    const from = referrers.has(referrer) ? referrer : otherReferrers;
    const key = [page, language, from, isBot].join(" ");
    const sum = (added.get(key)?.views ?? 0) + views;
    added.set(key, { day, page, language, referrer: from, isBot, views: sum });
  }
  // In one order, so that two processes do not wait for each other's rows.
  const sorted = [...added].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await db.orm
    .insert(pageView)
    .values(sorted)
    .onConflictDoUpdate({
      target: [pageView.day, pageView.page, pageView.language, pageView.referrer, pageView.isBot],
      set: { views: sql`${pageView.views} + excluded.views` },
    });
}

export async function deleteOldPageViews({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.orm.delete(pageView).where(lt(pageView.day, dayOf(new Date(clock.now().getTime() - keptDays * dayMs))));
}
