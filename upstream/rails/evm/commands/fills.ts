import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { evmFill } from "../../../db/schema/evm.ts";
import { asset as assetTable } from "../../../db/schema/index.ts";
import { anywayArgument, limitArgument, reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import { unbookedFills } from "../../../operator/reports/unbooked-fills.ts";
import { moveReserve } from "../../../operator/reserve-booking.ts";
import type { Context } from "../../../ports/context.ts";
import { evmAssetOf, evmNetwork } from "../settings.ts";
import { evmRail } from "../source.ts";

type FillRow = typeof evmFill.$inferSelect;
type Booking = { fill: string; reason: string; anyway?: "yes" | undefined };

/** Money that came to our own accounts: the chain says that it came, and only an operator says that it is ours. */
export const evmFillCommands = [
  command({
    name: "evm fills",
    summary: "Money that came to the account that pays out, or to the gas account, from outside, and is not booked.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => done(await fillRows(ctx, limit)),
  }),
  command({
    name: "evm book-fill",
    summary: "Books such money as our own, once, where it came to.",
    changes: { asks: "the amount is beyond the amount band" },
    positional: ["fill"],
    args: z.object({
      fill: z.string({ error: "Enter the fill." }).trim().min(1).max(200).describe("fill, as in `evm fills`"),
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: (ctx, args, operator) => bookFill(ctx, args, operator),
  }),
];

const railOf = ({ account }: FillRow) => (account === "gas" ? `${evmRail}_gas` : evmRail);

/** Where no asset names the token, the amount is in units of its contract. */
async function fillRows(ctx: Context, limit: number): Promise<ShownRow[]> {
  const fills = await unbookedFills(ctx.db.orm, limit);
  if (fills.length === 0) return [];
  const network = evmNetwork(ctx.env.railSettings);
  const assets = await ctx.db.orm.select().from(assetTable);
  return fills.map((fill) => {
    const row = assets.find(({ id }) => id === evmAssetOf(network, fill.token));
    return {
      fill: fill.id,
      account: fill.account,
      asset: row?.id ?? fill.token,
      amount: row ? formatDecimal(fill.amount, row.decimals) : fill.amount.toString(),
      state: fill.state,
      from: fill.sender,
      seen_at: fill.seenAt.toISOString(),
      next: row && fill.state === "final" ? `operator evm book-fill ${fill.id} --reason "..."` : null,
    };
  });
}

async function bookFill(ctx: Context, { fill: id, reason, anyway }: Booking, operator: Operator): Promise<Outcome> {
  const [fill] = await ctx.db.orm.select().from(evmFill).where(eq(evmFill.id, id));
  if (!fill) return refused(`Nothing came with ${id}: see \`evm fills\`.`);
  if (fill.state !== "final") return refused(`${id} is ${fill.state}, not final: it can still leave the chain.`);
  const asset = evmAssetOf(evmNetwork(ctx.env.railSettings), fill.token);
  const [row] = await ctx.db.orm
    .select()
    .from(assetTable)
    .where(eq(assetTable.id, asset ?? ""));
  if (!row) return refused(`The market has no asset for ${fill.token ?? "the coin"}: \`assets add\` first.`);
  const amount = formatDecimal(fill.amount, row.decimals);
  const move = { asset: row.id, amount, rail: railOf(fill), tx: id, reason, anyway };
  return moveReserve(ctx, operator, move, "funding", ({ rail, reserve }) => ({
    do: "post",
    debit: rail,
    credit: reserve,
  }));
}
