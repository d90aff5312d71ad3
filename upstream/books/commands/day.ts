import { desc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { audit, closedDay } from "../../db/schema/index.ts";
import { readLastAudit } from "../../ledger/last-audit.ts";
import { currencyAssets, currencyDecimals } from "../../market/rules/currency-assets.ts";
import { anywayArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../operator/command.ts";
import { profitRows, reservesAt } from "../../operator/commands/report.ts";
import { overviewOf } from "../../operator/commands/today.ts";
import { unmatchedNotices } from "../../operator/reports/paypal-notices.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { dayOf } from "../../shared/rules/day-of.ts";
import { approvalsWithin } from "../approvals.ts";
import { cashFigures } from "../read-figures.ts";
import { lastCompared, lastMatched, lastTried, momentOf, spokenUntil } from "../reconciliation/reconciliations.ts";
import { spanOfDay } from "../rules/periods.ts";
import { currencyArgument } from "./books.ts";

const dayArgument = z
  .string()
  .trim()
  .refine((text) => spanOfDay(text) !== null, "Enter a day as 2026-12-31.");

export const dayCommands = [
  command({
    name: "day close",
    connects: true,
    summary:
      "The page of a day (UTC): in, out, fees, profit by pair, reserves against liabilities, differences, what is left, what two people signed. Keeps it.",
    changes: {
      asks: "the books were not audited since the end of the day, or have violations, or a rail has not matched since then",
    },
    positional: ["day"],
    args: z.object({
      day: dayArgument.optional().describe("day, 2026-12-31 (default: yesterday)"),
      in: currencyArgument,
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: closeDay,
  }),
  command({
    name: "day list",
    summary: "Closed days, the last one first.",
    args: z.object({}),
    async run({ db }) {
      const rows = await db.orm
        .select({ day: closedDay.day, closed_by: audit.actor, at: audit.at })
        .from(closedDay)
        .innerJoin(audit, eq(audit.id, closedDay.auditId))
        .orderBy(desc(closedDay.day))
        .limit(400);
      return done(rows.map((row) => ({ ...row, at: row.at.toISOString() })));
    },
  }),
  command({
    name: "day show",
    summary: "The page of a closed day as it was kept.",
    positional: ["day"],
    args: z.object({ day: dayArgument.describe("day, 2026-12-31") }),
    async run(ctx, { day }) {
      const page = await keptPage(ctx, day);
      return page ? done(page) : refused(`${day} is not closed: use day close.`);
    },
  }),
];

type CloseArguments = {
  day?: string | undefined;
  in: keyof typeof currencyAssets;
  reason: string;
  anyway?: "yes" | undefined;
};

async function closeDay(ctx: Context, args: CloseArguments, operator: Operator): Promise<Outcome> {
  const now = ctx.clock.now();
  const day = args.day ?? dayOf(new Date(now.getTime() - 86_400_000));
  const span = spanOfDay(day);
  if (!span || span.until > now) return refused(`${day} is not over: days end at 00:00 UTC.`);
  const existing = await keptPage(ctx, day);
  if (existing) return done(existing);
  const page = await pageOf(ctx, day, span, args.in);
  const concerns = [await auditConcern(ctx, span.until), ...(await railConcerns(ctx, span.until))];
  const override = secondLook(args.anyway, concerns);
  const auditId = ctx.ids.newId("aud");
  await ctx.db.transaction(async (tx) => {
    const details = { after: "closed", ...override };
    await recordAudit(ctx, tx, operator, {
      id: auditId,
      action: "day_close",
      subject: day,
      reason: args.reason,
      details,
    });
    await tx.insert(closedDay).values({ day, page, auditId });
  });
  return done({ ...page, closed_by: operator.name, closed_at: now.toISOString() });
}

/** The page of a closed day, with who closed it; undefined for one that is not. */
async function keptPage({ db }: Pick<Context, "db">, day: string): Promise<ShownRow | undefined> {
  const [row] = await db.orm
    .select({ page: closedDay.page, by: audit.actor, at: audit.at })
    .from(closedDay)
    .innerJoin(audit, eq(audit.id, closedDay.auditId))
    .where(eq(closedDay.day, day));
  return row && { ...(row.page as ShownRow), closed_by: row.by, closed_at: row.at.toISOString() };
}

type Span = { from: Date; until: Date };

async function pageOf(ctx: Context, day: string, span: Span, symbol: keyof typeof currencyAssets): Promise<ShownRow> {
  const currency = currencyAssets[symbol];
  const { assets } = await ctx.market.snapshot();
  const decimals = new Map(assets.map((row) => [row.id, row.decimals]));
  const text = (minor: bigint, id: string) => formatDecimal(minor, decimals.get(id) ?? currencyDecimals);
  const figures = await cashFigures(ctx.db, { by: "day", ...span, currency });
  const rowsOf = (isChosen: (amount: bigint, figure: string) => boolean) =>
    figures
      .filter(({ amount, figure }) => isChosen(amount, figure))
      .map((row) => ({
        ...{ figure: row.figure, asset: row.asset, amount: text(row.amount, row.asset) },
        ...{ worth: text(row.worth, currency), in: symbol.toUpperCase(), transfers: row.transfers },
        without_price: row.unpriced === 0n ? null : text(row.unpriced, row.asset),
      }));
  const isFee = (figure: string) => figure === "network_fees" || figure === "rail_fees";
  const reserves = await reservesAt(ctx, new Date(span.until.getTime() - 1));
  return {
    day,
    in: rowsOf((amount, figure) => amount >= 0n && !isFee(figure)),
    out: rowsOf((amount, figure) => amount < 0n && !isFee(figure)),
    fees: rowsOf((_, figure) => isFee(figure)),
    profit_by_pair: await profitRows(ctx, "pair", { since: span.from, until: span.until }),
    reserves: reserves.assets,
    reserves_by_rail: reserves.cash,
    books: await auditRow(ctx),
    differences: await railRows(ctx),
    emails_of_no_task: await unmatchedNotices(ctx),
    left: await leftRows(ctx),
    signed_by_two: await approvalsWithin(ctx.db, span),
  };
}

async function auditRow({ db }: Pick<Context, "db">): Promise<ShownRow> {
  const last = await readLastAudit(db.orm);
  return { audited_at: last?.at ?? null, violations: last?.violations ?? null };
}

async function auditConcern({ db }: Pick<Context, "db">, until: Date): Promise<string | null> {
  const last = await readLastAudit(db.orm);
  if (!last || new Date(last.at) < until) return "The books were not audited since the day ended: run ledger verify.";
  return last.violations === 0 ? null : `The last audit of the books named ${last.violations} violations.`;
}

/** Each running rail: until when it matched, and what it differs in. One without a statement cannot be compared. */
async function railRows({ db, rails }: Pick<Context, "db" | "rails">): Promise<ShownRow[]> {
  const rows = rails.statements().map(async ({ rail, take }) => {
    const [tried, compared] = [await lastTried(db.orm, rail), await lastCompared(db.orm, rail)];
    const matched = await lastMatched(db.orm, rail);
    return {
      rail,
      matched_until: matched ? momentOf(matched) : null,
      differences: compared?.differences ?? null,
      not_compared: take ? (tried?.why ?? null) : "it has no statement",
    };
  });
  return Promise.all(rows);
}

async function railConcerns({ db, rails }: Pick<Context, "db" | "rails">, until: Date): Promise<(string | null)[]> {
  const concerns = rails.statements().map(async ({ rail, take }) => {
    if (!take) return null;
    const matched = await lastMatched(db.orm, rail);
    if (matched && spokenUntil(matched) >= until) return null;
    const how = matched?.coversUntil ? "import the day's report and run reconcile" : "run reconcile";
    return `${rail} has not matched the ledger since the day ended: ${how}.`;
  });
  return Promise.all(concerns);
}

/** Parts of `today` that are no work: what waits for customers, and figures. */
const notWork = new Set([
  ...["waits_for_customers", "exposure", "reversible", "unpaid_orders", "reserves", "positions", "cannot_pay_out"],
  ...["below_break_even", "reconciliation"],
]);

/** Rows of one kind, more than a team can have open. */
const mostCounted = 10_000;

/** How much of each kind still waits for us: all that `today` lists the first of. */
async function leftRows(ctx: Context): Promise<ShownRow[]> {
  const overview = await overviewOf(ctx, mostCounted);
  const counted = (rows: readonly unknown[]) => (rows.length < mostCounted ? rows.length : `${mostCounted} or more`);
  return Object.entries(overview).flatMap(([what, rows]) =>
    Array.isArray(rows) && rows.length > 0 && !notWork.has(what) ? [{ what, number: counted(rows) }] : [],
  );
}
