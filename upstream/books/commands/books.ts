import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { currencyAssets, currencyDecimals } from "../../market/rules/currency-assets.ts";
import { momentArgument } from "../../operator/arguments.ts";
import { command, done, type Outcome, type ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { csvFile } from "../../shared/csv.ts";
import { journalOf } from "../journal.ts";
import { cashFigures, type PeriodFigure, profitFigures } from "../read-figures.ts";
import { periods } from "../rules/periods.ts";

export const currencyArgument = z
  .enum(Object.keys(currencyAssets) as [keyof typeof currencyAssets], { error: "Enter usd or eur." })
  .default("usd")
  .describe("currency to value in: usd or eur");
const fromArgument = momentArgument.optional().describe("only from this time, 2026-12-01");
const untilArgument = momentArgument.optional().describe("only before this time, 2027-01-01 (default: now)");
const outArgument = z.string().trim().min(1).max(1000).optional();

export const bookCommands = [
  command({
    name: "books figures",
    connects: true,
    summary:
      "What came in, went out and was earned by day, month or year, in one currency at each hour's price; as CSV by asset with --out.",
    args: z.object({
      by: z.enum(periods, { error: "Enter day, month or year." }).default("month").describe("day, month or year"),
      since: fromArgument,
      until: untilArgument,
      in: currencyArgument,
      out: outArgument.describe("CSV file to write, books.csv"),
    }),
    run: showFigures,
  }),
  command({
    name: "books export",
    connects: true,
    summary:
      "Every booked transfer as a journal for hledger, with the prices of each day and the balances of the ledger.",
    args: z.object({
      since: fromArgument,
      until: untilArgument,
      in: currencyArgument,
      out: outArgument.describe("file to write, books.journal; printed without"),
    }),
    async run(ctx, { since, until, in: symbol, out }) {
      const span = { from: since ?? null, until: until ?? momentAfter(ctx), currency: currencyAssets[symbol] };
      const { text, transfers } = await journalOf(ctx.db, span);
      if (out === undefined) return done(text);
      return {
        ok: true,
        data: { transfers },
        file: { path: out, text, message: `${transfers} transfers are in ${out}.` },
      };
    },
  }),
];

/** So that what was booked at this very moment counts. */
const momentAfter = (ctx: Pick<Context, "clock">) => new Date(ctx.clock.now().getTime() + 1);

type FigureArguments = {
  by: (typeof periods)[number];
  since?: Date | undefined;
  until?: Date | undefined;
  in: keyof typeof currencyAssets;
  out?: string | undefined;
};

async function showFigures(ctx: Context, { by, since, until, in: symbol, out }: FigureArguments): Promise<Outcome> {
  const query = { by, from: since ?? new Date(0), until: until ?? momentAfter(ctx), currency: currencyAssets[symbol] };
  const { assets } = await ctx.market.snapshot();
  const decimals = new Map(assets.map((row) => [row.id, row.decimals]));
  const text = (minor: bigint, id: string) => formatDecimal(minor, decimals.get(id) ?? currencyDecimals);
  const money = await cashFigures(ctx.db, query);
  const profit = await profitFigures(ctx.db, query);
  if (out === undefined) {
    return done({ money: inCurrency(money, query.currency, text), profit: inCurrency(profit, query.currency, text) });
  }
  const lines = [money.map((row) => ["money", row] as const), profit.map((row) => ["profit", row] as const)].flat();
  const file = csvFile(
    ["period", "kind", "figure", "asset", "amount", "worth", "currency", "amount_without_price", "transfers"],
    lines.map(([kind, row]) => [
      ...[row.period, kind, row.figure, row.asset, text(row.amount, row.asset), text(row.worth, query.currency)],
      ...[symbol.toUpperCase(), text(row.unpriced, row.asset), String(row.transfers)],
    ]),
  );
  const message = `${lines.length} lines are in ${out}.`;
  return { ok: true, data: { lines: lines.length }, file: { path: out, text: file, message } };
}

type AmountText = (minor: bigint, asset: string) => string;

/** Each period and figure over all assets. What no price could value is named beside it. */
function inCurrency(figures: readonly PeriodFigure<string>[], currency: string, text: AmountText): ShownRow[] {
  const keys = [...new Set(figures.map(({ period, figure }) => `${period} ${figure}`))];
  return keys.map((key) => {
    const rows = figures.filter(({ period, figure }) => `${period} ${figure}` === key);
    const unpriced = rows.filter((row) => row.unpriced !== 0n);
    const [period = "", figure = ""] = key.split(" ");
    return {
      ...{ period, figure },
      worth: text(
        rows.reduce((sum, { worth }) => sum + worth, 0n),
        currency,
      ),
      without_price: unpriced.map((row) => `${text(row.unpriced, row.asset)} ${row.asset}`).join(", ") || null,
      transfers: rows.reduce((sum, { transfers }) => sum + transfers, 0),
    };
  });
}
