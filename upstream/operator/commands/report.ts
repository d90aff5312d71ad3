import { and, gte, lt } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, transfer } from "../../db/schema/index.ts";
import type { TransferCode } from "../../ledger/rules/booking.ts";
import type { Context } from "../../ports/context.ts";
import { momentArgument, sinceArgument } from "../arguments.ts";
import { command, done, type ShownRow } from "../command.ts";
import { balancesAt } from "../reports/balances-at.ts";
import { type FeeWorthOf, worthNow } from "../reports/fee-worth.ts";
import { gasRows } from "../reports/gas.ts";
import {
  bookedFlows,
  byAsset,
  byDay,
  byPair,
  isProfit,
  type OwnFlow,
  total,
  valuedFlows,
} from "../reports/own-flows.ts";

/** Figures of the business, all from the ledger's transfers. */
export const reportCommands = [
  command({
    name: "report profit",
    connects: true,
    summary:
      "Profit by day (UTC) or pair, in the payout asset at the reference rate of each quote, what the ledger booked, and network fees.",
    args: z.object({
      by: z.enum(["day", "pair"], { error: "Enter day or pair." }).default("day").describe("day or pair"),
      since: sinceArgument,
      until: momentArgument.optional().describe("only before this time, 2026-12-31T08:00:00Z"),
    }),
    async run(ctx, { by, since, until }) {
      const where = within(since, until);
      const text = await amountText(ctx);
      const booked = await bookedFlows(ctx.db.orm, byAsset, where);
      const worth = await worthNow(ctx);
      return done({
        profit: await profitRows(ctx, by, { since, until }),
        ledger: grouped(booked).map((group) => ledgerRow(group, text)),
        network_fees: grouped(booked).flatMap((group) => feeRow(group, text, worth)),
      });
    },
  }),
  command({
    name: "report reserves",
    connects: true,
    summary: "Reserves, liabilities and cash by rail, now or at a past moment.",
    args: z.object({ at: momentArgument.optional().describe("moment, 2026-12-31T08:00:00Z (default: now)") }),
    async run(ctx, { at: past }) {
      const at = past ?? ctx.clock.now();
      return done({
        at: at.toISOString(),
        ...(await reservesAt(ctx, at)),
        // Rates are those of now, so the past has none.
        ...(past === undefined && { gas: await gasRows(ctx) }),
      });
    },
  }),
];

type Span = { since?: Date | undefined; until?: Date | undefined };
const within = (since?: Date, until?: Date) => and(since && gte(transfer.at, since), until && lt(transfer.at, until));

/** What exchanges earned, by day or pair and asset. */
export async function profitRows(ctx: Context, by: "day" | "pair", { since, until }: Span): Promise<ShownRow[]> {
  const text = await amountText(ctx);
  const flows = await valuedFlows(ctx.db.orm, by === "day" ? byDay : byPair, within(since, until));
  return grouped(flows.filter(isProfit)).map((group) => profitRow(by, group, text));
}

/** What lies at rails, what is owed, and what is ours, by asset; and by rail. */
export async function reservesAt(ctx: Context, at: Date): Promise<{ assets: ShownRow[]; cash: ShownRow[] }> {
  const text = await amountText(ctx);
  const balances = [...(await balancesAt(ctx.db.orm, at))];
  return {
    assets: balances.map(([id, { rails: _, ...all }]) => ({
      asset: id,
      cash: text(all.cash, id),
      owed_to_customers: text(all.owed, id),
      unclaimed: text(all.unclaimed, id),
      reserve: text(all.reserve, id),
      promised: text(all.promised, id),
      shortfall: text(all.shortfall, id),
      difference: text(all.cash + all.shortfall - all.owed - all.unclaimed - all.reserve, id),
    })),
    cash: balances.flatMap(([id, { rails }]) =>
      rails.map(({ rail, cash, leaving }) => ({
        rail,
        asset: id,
        cash: text(cash, id),
        being_sent: text(leaving, id),
      })),
    ),
  };
}

type AmountText = (minor: bigint, asset: string) => string;

async function amountText(ctx: Context): Promise<AmountText> {
  const rows = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const decimals = new Map(rows.map((row) => [row.id, row.decimals]));
  return (minor, id) => formatDecimal(minor, decimals.get(id) ?? 0);
}

/** The flows of each key and asset. */
function grouped(flows: readonly OwnFlow[]): OwnFlow[][] {
  const names = [...new Set(flows.map(({ key, asset: id }) => `${key} ${id}`))];
  return names.map((name) => flows.filter(({ key, asset: id }) => `${key} ${id}` === name));
}

const amountOf = (flows: OwnFlow[], ...codes: TransferCode[]) =>
  total(flows.filter(({ code }) => codes.includes(code)));

/** `received` is what customers paid for their exchanges, `paid_out` what they got for it. */
function profitRow(by: "day" | "pair", flows: OwnFlow[], text: AmountText): ShownRow {
  const { key = "", asset: id = "" } = flows[0] ?? {};
  const exchanges = flows.find(({ code }) => code === "conversion")?.orders ?? 0;
  const textOf = (minor: bigint) => text(minor, id);
  const received = amountOf(flows, "conversion");
  const paid = amountOf(flows, "payout_hold");
  const fees = amountOf(flows, "refund_fee");
  const costs = amountOf(flows, "network_fee", "rail_fee");
  const rewards = amountOf(flows, "affiliate");
  return {
    [by]: key,
    asset: id,
    exchanges,
    received: textOf(received),
    paid_out: textOf(-paid),
    refund_fees: textOf(fees),
    costs: textOf(-costs),
    partner_rewards: textOf(-rewards),
    other: textOf(total(flows) - received - paid - fees - costs - rewards),
    profit: textOf(total(flows)),
  };
}

/** How the reserve, less the shortfall, changed in the asset itself. */
function ledgerRow(flows: OwnFlow[], text: AmountText): ShownRow {
  const id = flows[0]?.asset ?? "";
  const funding = total(flows.filter((flow) => !isProfit(flow)));
  return {
    asset: id,
    earned: text(total(flows) - funding, id),
    funded_less_taken: text(funding, id),
    change: text(total(flows), id),
  };
}

/** What an asset has cost in network fees; none for one without. */
function feeRow(flows: OwnFlow[], text: AmountText, worth: FeeWorthOf): ShownRow[] {
  const id = flows[0]?.asset ?? "";
  const spent = -amountOf(flows, "network_fee");
  return spent > 0n ? [{ asset: id, spent: text(spent, id), ...worth(spent, id) }] : [];
}
