import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { pair, priceLimit } from "../../db/schema/index.ts";
import { anywayArgument, flag, pairArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { secondLook } from "../../operator/second-look.ts";
import { nothingToChange } from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import { readPriceLimits } from "../prices/stored-prices.ts";
import type { PriceLimits } from "../rules/prices/consensus.ts";

const percent = z.coerce.number().min(0.01).max(100).multipleOf(0.01).optional();

type Limits = { quorum: number | null; spreadBps: number | null; ageSeconds: number | null; jumpBps: number | null };
const usual: Limits = { quorum: null, spreadBps: null, ageSeconds: null, jumpBps: null };

export const priceLimitCommands = [
  command({
    name: "rates limit",
    summary: "Sets when a market price of a pair counts: sources that agree, spread, age, jump.",
    changes: { asks: "a limit becomes looser than before and than PRICE_LIMITS" },
    positional: ["pair"],
    args: z.object({
      pair: pairArgument,
      quorum: z.coerce.number().int().min(1).max(9).optional().describe("how many sources must agree"),
      spread: percent.describe("greatest distance between them, in percent"),
      age: z.coerce.number().int().min(30).max(3600).optional().describe("greatest age of a price, in seconds"),
      jump: percent.describe("greatest distance from the last accepted price, in percent"),
      usual: flag("back to PRICE_LIMITS, before what else is entered"),
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: async (ctx, args, operator) => {
      const typed: Partial<Limits> = {
        ...(args.quorum !== undefined && { quorum: args.quorum }),
        ...(args.spread !== undefined && { spreadBps: Math.round(args.spread * 100) }),
        ...(args.age !== undefined && { ageSeconds: args.age }),
        ...(args.jump !== undefined && { jumpBps: Math.round(args.jump * 100) }),
      };
      if (args.usual === undefined && Object.keys(typed).length === 0) return refused("Enter what to change.");
      return ctx.db.transaction(async (tx) => {
        const [row] = await tx.select().from(pair).where(eq(pair.id, args.pair));
        if (!row) return refused(`Unknown pair: ${args.pair}.`);
        const [storedLimit] = await tx.select().from(priceLimit).where(eq(priceLimit.pairId, row.id)).for("update");
        const before = (await readPriceLimits(tx, ctx.env))(row.id);
        const after: Limits = { ...(args.usual || !storedLimit ? usual : limitsOf(storedLimit)), ...typed };
        const earlier = storedLimit ? limitsOf(storedLimit) : usual;
        if (Object.entries(earlier).every(([name, value]) => after[name as keyof Limits] === value))
          return done(nothingToChange);
        await tx
          .insert(priceLimit)
          .values({ pairId: row.id, ...after })
          .onConflictDoUpdate({ target: priceLimit.pairId, set: after });
        const effective = (await readPriceLimits(tx, ctx.env))(row.id);
        const override = secondLook(args.anyway, loosened(ctx, before, effective));
        const makerFacts = await madeByPrice(tx, "pair", row.id, override);
        const details = { before: storedLimit ? limitsOf(storedLimit) : null, after, ...override };
        await recordAudit(ctx, tx, operator, {
          ...{ action: "price_limits_set", subject: row.id, reason: args.reason, details, makerFacts },
        });
        return done(`A market price of ${row.id} counts with ${textOf(effective)}; before: ${textOf(before)}.`);
      });
    },
  }),
];

const limitsOf = ({ quorum, spreadBps, ageSeconds, jumpBps }: Limits): Limits => ({
  ...{ quorum, spreadBps, ageSeconds, jumpBps },
});

/** Asks about each limit that lets more prices through than before, and more than the setting's. */
function loosened({ env }: Pick<Context, "env">, before: PriceLimits, after: PriceLimits): (string | null)[] {
  const { quorum, spread, age, jump } = env.PRICE_LIMITS;
  return [
    after.quorum < Math.min(before.quorum, quorum)
      ? `Only ${after.quorum} instead of ${before.quorum} sources agree.`
      : null,
    grown("spread, in basis points,", after.spreadBps, before.spreadBps, Math.round(spread * 100)),
    grown("age, in seconds,", after.ageSeconds, before.ageSeconds, age),
    grown("jump, in basis points,", after.jumpBps, before.jumpBps, Math.round(jump * 100)),
  ];
}

const grown = (limitName: string, after: number, before: number, set: number) =>
  after > Math.max(before, set) ? `The greatest ${limitName} is ${after} instead of ${before}.` : null;

const textOf = ({ quorum, spreadBps, ageSeconds, jumpBps }: PriceLimits) =>
  `${quorum} sources within ${spreadBps / 100} %, none older than ${ageSeconds} s, at most ${jumpBps / 100} % from the last one`;
