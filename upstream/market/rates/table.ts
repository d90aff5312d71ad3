import type { Orm } from "../../db/database.ts";
import { referenceRate } from "../../db/schema/market.ts";
import type { RateSource, TableRate } from "../../ports/rates.ts";
import { formatRate, parseRate } from "../rules/rate.ts";

/**
 * Rates from the operator's table. A rate older than the limit, or past the end that was set with it, does not count: the pair
 * pauses instead of selling at an outdated price.
 */
export function tableRates(orm: Orm, maxAgeSeconds: number): TableSource {
  let rows: ReadonlyMap<string, TableRate> = new Map();
  return {
    name: "table",
    current(pairId, now) {
      const row = rows.get(pairId);
      if (
        !row ||
        (row.until === null ? now.getTime() - row.updatedAt.getTime() > maxAgeSeconds * 1000 : row.until <= now)
      )
        return undefined;
      return { rate: formatRate(row.rate), source: row.source, at: row.updatedAt };
    },
    market: () => undefined,
    waits: () => false,
    row: (pairId) => rows.get(pairId),
    async refresh() {
      rows = await readTable(orm);
    },
  };
}

/** With the rows as they are stored. */
export type TableSource = RateSource & { row(pairId: string): TableRate | undefined };

/** All rates of the table, outdated ones too, by pair. */
export async function readTable(orm: Pick<Orm, "select">): Promise<Map<string, TableRate>> {
  const rows = await orm.select().from(referenceRate);
  return new Map(rows.map(({ pairId, rate, ...row }) => [pairId, { rate: parseRate(rate), ...row }]));
}
