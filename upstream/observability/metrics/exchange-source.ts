import { sql } from "drizzle-orm";
import type { Context } from "../../ports/context.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { backupFigures } from "./figures/backups.ts";
import { emailFigures } from "./figures/emails.ts";
import { gasFigures } from "./figures/gas.ts";
import { jobFigures } from "./figures/jobs.ts";
import { ledgerFigures } from "./figures/ledger.ts";
import { orderMetrics } from "./figures/orders.ts";
import { paypalDisputeFigures } from "./figures/paypal-disputes.ts";
import { paypalMailboxFigures } from "./figures/paypal-mailbox.ts";
import { rateFigures } from "./figures/rates.ts";
import { reconciliationFigures } from "./figures/reconciliation.ts";
import { replicationFigures } from "./figures/replication.ts";
import { screeningFigures } from "./figures/screening.ts";
import { ticketFigures } from "./figures/tickets.ts";
import type { Figure, FigureSource } from "./metrics.ts";

/** Several scrapers, and several in a hurry, cost one reading in this time. */
const validMs = 5000;
/** A scrape waits no longer, and the database stops then. */
const patienceMs = 2000;

type FigureContext = Pick<Context, "clock" | "db" | "env" | "market" | "rails" | "rates" | "policy">;

/**
 * The state of the exchange by its database, in one snapshot. Every statement reads through an index or a table of few
 * rows. Empty while the database does not answer in time.
 */
export function exchangeSource(
  ctx: FigureContext,
  elapsedMs: () => number,
  report: (error: unknown, where: string) => void,
  waitMs = patienceMs,
): FigureSource {
  let last: { readMs: number; figures: Figure[] } | undefined;
  let reading: Promise<Figure[]> | undefined;
  return async () => {
    if (last && elapsedMs() - last.readMs < validMs) return last.figures;
    reading ??= exchangeFigures(ctx)
      .then((figures) => {
        last = { readMs: elapsedMs(), figures };
        return figures;
      })
      .catch((error: unknown) => {
        report(error, "metrics");
        return [];
      })
      .finally(() => {
        reading = undefined;
      });
    return withTimeout(reading, waitMs, []);
  };
}

/** The same once, without a memory; throws where the database does not answer in time. */
export async function exchangeFigures(ctx: FigureContext): Promise<Figure[]> {
  const now = ctx.clock.now();
  const figures = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql.raw(`set local statement_timeout = ${patienceMs}`));
    const query = ctx.db.rawIn(tx);
    return [
      ...(await orderMetrics(tx, now)),
      ...(await ledgerFigures(tx, now)),
      ...(await gasFigures(tx, ctx.rails, ctx.env.GAS_LOW_TRANSFERS)),
      ...(await reconciliationFigures(tx, ctx.rails, now)),
      ...(await backupFigures(tx, now)),
      ...(await emailFigures(tx, now)),
      ...(await ticketFigures(tx, now)),
      ...(await screeningFigures(tx, ctx.env, now)),
      ...(await paypalDisputeFigures(tx, now)),
      ...(await paypalMailboxFigures(tx, now)),
      ...(await jobFigures(query)),
      ...(ctx.db.kind === "postgres" ? await replicationFigures(query) : []),
    ];
  });
  return [...figures, ...(await rateFigures(ctx, now))];
}
