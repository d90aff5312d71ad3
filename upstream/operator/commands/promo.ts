import { asc } from "drizzle-orm";
import { z } from "zod/v4";
import { pair, promo } from "../../db/schema/index.ts";
import { parseDecimal } from "../../domain/money.ts";
import { promoCode } from "../../domain/promo.ts";
import { limitArgument, reasonArgument } from "../arguments.ts";
import { record } from "../audit.ts";
import { command, done, refused } from "../command.ts";

const kinds = ["rate_bonus_bps", "fee_discount_percent", "fixed_bonus", "free_payout_fee"] as const;
/** Most decimals that count, by kind; a fixed bonus counts in the asset paid out, whichever that is. */
const decimalsOfValue = { rate_bonus_bps: 0, fee_discount_percent: 2, fixed_bonus: 18, free_payout_fee: 0 } as const;

const newCode = z.object({
  code: z
    .string({ error: "Which code?" })
    .regex(/^[A-Za-z0-9_-]{3,32}$/, "3 to 32 letters and digits.")
    .describe("what customers type"),
  kind: z.enum(kinds, { error: `One of ${kinds.join(", ")}.` }).describe(kinds.join(", ")),
  value: z.string().default("0").describe("basis points, percent, or an amount paid out, by kind"),
  pairs: z.string().optional().describe("where it counts, separated by commas; everywhere when left out"),
  min_from: z.string().optional().describe("least amount sent"),
  uses: z.coerce.number().int().min(1).optional().describe("how many orders may use it"),
  expires: z.coerce.date({ error: "A date, 2026-12-31." }).optional().describe("last moment, 2026-12-31T23:59:59Z"),
  reason: reasonArgument,
});

export const promoCommands = [
  command({
    name: "promo list",
    summary: "Promo codes and what is left of them.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => {
      const rows = await ctx.db.orm.select().from(promo).orderBy(asc(promo.code)).limit(limit);
      return done(
        rows.map((row) => ({
          code: row.code,
          kind: row.kind,
          value: row.value,
          pairs: row.pairs.join(",") || "all",
          min_from: row.minFrom,
          uses_left: row.usesLeft ?? "unlimited",
          expires_at: row.expiresAt?.toISOString() ?? null,
        })),
      );
    },
  }),
  command({
    name: "promo add",
    summary: "Makes a promo code.",
    positional: ["code"],
    args: newCode,
    run: async (ctx, args, operator) => {
      const code = promoCode(args.code);
      const isValue = typeof parseDecimal(args.value, decimalsOfValue[args.kind]) === "bigint";
      if (!isValue) return refused(`${args.value} is not a value of ${args.kind}.`);
      if (args.min_from !== undefined && typeof parseDecimal(args.min_from, 18) !== "bigint") {
        return refused(`${args.min_from} is not an amount.`);
      }
      const pairs = args.pairs?.split(",").map((id) => id.trim()) ?? [];
      const known = await ctx.db.orm.select({ id: pair.id }).from(pair);
      const unknown = pairs.find((id) => !known.some((row) => row.id === id));
      if (unknown !== undefined) return refused(`There is no pair ${unknown}.`);

      const isNew = await ctx.db.transaction(async (tx) => {
        const { kind, value, reason } = args;
        const added = await tx
          .insert(promo)
          .values({
            code,
            kind,
            value,
            pairs,
            minFrom: args.min_from ?? null,
            usesLeft: args.uses ?? null,
            expiresAt: args.expires ?? null,
            createdAt: ctx.clock.now(),
          })
          .onConflictDoNothing()
          .returning({ code: promo.code });
        if (added.length === 0) return false;
        const details = { kind, value, pairs, uses: args.uses ?? null };
        await record(ctx, tx, operator, { action: "promo_added", subject: code, reason, details });
        return true;
      });
      return isNew ? done(`The code ${code} is there.`) : refused(`There is a code ${code} already.`);
    },
  }),
];
