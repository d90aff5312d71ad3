import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { StatementBalance } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Orm, Tx } from "../../../db/database.ts";
import { paypalLine } from "../../../db/schema/index.ts";
import { currencyAssets } from "../../../market/rules/currency-assets.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import type { RailStatement } from "../../../ports/rail-statement.ts";
import type { RailDesk } from "../../registration.ts";
import { paypalByHand, taskSettings } from "../settings.ts";
import { type Coverage, readCoverage } from "./coverage.ts";
import { matchLines } from "./match-lines.ts";
import { readBook } from "./read-book.ts";
import { creditsOf, fillsOf, type StatementSource } from "./statement-credits.ts";
import { announcedIn } from "./statement-notices.ts";
import { blocksOf, sendingsOf } from "./statement-sendings.ts";

const hourMs = 3_600_000;

/**
 * What PayPal's imported reports say, up to the end of what they cover without a gap, beside what people have entered. What came later
 * is in the entries alone. Throws `RailUnavailable` as `readCoverage` does.
 */
export async function activityStatement(desk: RailDesk): Promise<RailStatement> {
  const coverage = await readCoverage(desk.db.orm);
  const { until } = coverage;
  const readAt = desk.clock.now();
  const balances = await lastBalances(desk.db.orm, until, taskSettings(desk.env.railSettings).assets);
  // All calls are of one transaction, in which nothing changes.
  let source: Promise<StatementSource> | undefined;
  const read = (tx: Tx) => {
    source ??= readSource(desk, tx, until);
    return source;
  };
  return {
    ...{ rail: paypalByHand, block: null, until, readAt, assets: balances.map(({ asset }) => asset) },
    async *balances() {
      yield balances;
    },
    confirm: (tx) => confirm(tx, coverage),
    async *fills(tx) {
      yield fillsOf(await read(tx));
    },
    async *credits(tx) {
      yield creditsOf(await read(tx));
    },
    async creditsAmong(tx, ids) {
      const asked = new Set(ids);
      return creditsOf(await read(tx)).filter(({ id, asset }) => asset !== null && asked.has(id));
    },
    async *sendings(tx) {
      yield sendingsOf(await read(tx));
    },
    async sendingsAmong(tx, ids) {
      const asked = new Set<string | null>(ids);
      return sendingsOf(await read(tx)).filter(({ movementId }) => asked.has(movementId));
    },
    blocks: async (tx) => blocksOf(await read(tx)),
    announced: async (tx) => announcedIn(tx, await read(tx)),
  };
}

async function readSource({ env }: RailDesk, tx: Tx, until: Date): Promise<StatementSource> {
  const { withinHours, accounts, assets } = taskSettings(env.railSettings);
  const book = await readBook(tx, assets);
  const underWayFrom = new Date(until.getTime() - withinHours * hourMs);
  return { book, matches: matchLines(book), until, underWayFrom, ownAccounts: accounts };
}

/** The balance after the last line of each currency. */
async function lastBalances(
  reader: Pick<Orm, "select">,
  until: Date,
  assets: readonly string[],
): Promise<StatementBalance[]> {
  const balances: StatementBalance[] = [];
  for (const [currency, asset] of Object.entries(currencyAssets)) {
    if (!assets.includes(asset)) continue;
    const [row] = await reader
      .select({ balance: paypalLine.balance })
      .from(paypalLine)
      .where(
        and(
          ...[isNull(paypalLine.replacedBy), isNotNull(paypalLine.balance)],
          ...[eq(paypalLine.currency, currency.toUpperCase()), lt(paypalLine.at, until)],
        ),
      )
      .orderBy(desc(paypalLine.at), desc(paypalLine.import), desc(paypalLine.position))
      .limit(1);
    if (row?.balance != null)
      balances.push({ place: "hot", address: paypalByHand, asset, amount: row.balance, expected: null });
  }
  return balances;
}

async function confirm(tx: Tx, { until, last }: Coverage): Promise<void> {
  const now = await readCoverage(tx);
  if (now.last !== last || now.until.getTime() !== until.getTime())
    throw new RailUnavailable("A report was imported meanwhile");
}
