import { and, asc, isNotNull, ne } from "drizzle-orm";
import type { Orm } from "../../../db/database.ts";
import { paypalEntry, paypalImport } from "../../../db/schema/index.ts";
import { RailUnavailable } from "../../../ports/rail.ts";

/** `last`: the number of the last import, so that a later one is noticed. */
export type Coverage = { from: Date; until: Date; last: number };

/**
 * What the reports cover without a gap. Throws `RailUnavailable` where they have one, where they begin after the first entry, and
 * before the first report.
 */
export async function readCoverage(reader: Pick<Orm, "select">): Promise<Coverage> {
  const reports = await reader
    .select({ from: paypalImport.fromAt, until: paypalImport.untilAt, number: paypalImport.number })
    .from(paypalImport)
    .orderBy(asc(paypalImport.fromAt));
  const [first] = reports;
  if (!first) throw new RailUnavailable("No report was imported: use `tasks import`");
  const coverage = { from: first.from, until: first.until, last: first.number };
  for (const { from, until, number } of reports) {
    if (from > coverage.until)
      throw new RailUnavailable(`No report covers ${coverage.until.toISOString()} to ${from.toISOString()}`);
    if (until > coverage.until) coverage.until = until;
    if (number > coverage.last) coverage.last = number;
  }
  const begin = await firstEntry(reader);
  if (begin && begin < coverage.from)
    throw new RailUnavailable(
      `The reports begin at ${coverage.from.toISOString()}, after an entry of ${begin.toISOString()}`,
    );
  return coverage;
}

async function firstEntry(reader: Pick<Orm, "select">): Promise<Date | undefined> {
  const [row] = await reader
    .select({ at: paypalEntry.at })
    .from(paypalEntry)
    .where(and(ne(paypalEntry.state, "refused"), isNotNull(paypalEntry.tx)))
    .orderBy(asc(paypalEntry.at))
    .limit(1);
  return row?.at;
}
