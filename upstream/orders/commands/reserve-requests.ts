import { desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, pair, reserveRequest } from "../../db/schema/index.ts";
import { ownMoney } from "../../ledger/read.ts";
import { limitArgument } from "../../operator/arguments.ts";
import { command, done } from "../../operator/command.ts";

export const reserveRequestCommands = [
  command({
    name: "reserve requests",
    summary: "Requests for more reserve, by pair, with the missing amounts. Emails are not shown.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => {
      const moneyByAsset = await ownMoney(ctx.db.orm, ctx.rails.payoutRail);
      const rows = await ctx.db.orm
        .select({
          pair: reserveRequest.pairId,
          asset: asset.id,
          decimals: asset.decimals,
          people: sql<number>`count(*)::int`,
          largest: sql<string>`max(${reserveRequest.amount})::text`,
          all: sql<string>`sum(${reserveRequest.amount})::text`,
          since: sql<Date>`min(${reserveRequest.askedAt})`,
        })
        .from(reserveRequest)
        .innerJoin(pair, eq(pair.id, reserveRequest.pairId))
        .innerJoin(asset, eq(asset.id, pair.to))
        .where(isNull(reserveRequest.toldAt))
        .groupBy(reserveRequest.pairId, asset.id, asset.decimals)
        .orderBy(desc(sql`count(*)`), reserveRequest.pairId)
        .limit(limit);
      return done(
        rows.map(({ pair: id, asset: paid, decimals, people, largest, all, since }) => ({
          pair: id,
          people,
          largest: formatDecimal(BigInt(largest), decimals),
          all_together: formatDecimal(BigInt(all), decimals),
          reserve: formatDecimal(moneyByAsset.get(paid)?.reserve ?? 0n, decimals),
          asset: paid,
          since: new Date(since).toISOString(),
        })),
      );
    },
  }),
];
