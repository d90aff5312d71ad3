import { z } from "zod/v4";
import { readMaintenance, setMaintenance } from "../../maintenance.ts";
import { momentArgument, reasonArgument } from "../arguments.ts";
import { record } from "../audit.ts";
import { command, done, refused } from "../command.ts";

const message = z.string().trim().min(3).max(300).optional();

export const maintenanceCommands = [
  command({
    name: "maintenance show",
    summary: "Whether the exchange takes new orders.",
    args: z.object({}),
    async run(ctx) {
      const current = await readMaintenance(ctx.db.orm);
      return done(current ? { state: "on", ...current } : { state: "off" });
    },
  }),
  command({
    name: "maintenance on",
    summary: "Stops new orders. Active orders can still be viewed, paid and completed.",
    args: z.object({
      reason: reasonArgument,
      until: momentArgument
        .optional()
        .describe("announced end, 2026-12-31T08:00:00Z; maintenance ends only with `off`"),
      en: message.describe("message for visitors, in English"),
      ru: message.describe("the same message in Russian"),
    }),
    async run(ctx, { reason, until, en, ru }, operator) {
      const now = ctx.clock.now();
      if (until && until <= now) return refused("The announced end is in the past.");
      if ((en === undefined) !== (ru === undefined))
        return refused("Enter the message in both languages: --en and --ru.");
      const next = {
        since: now.toISOString(),
        until: until?.toISOString() ?? null,
        message: en !== undefined && ru !== undefined ? { en, ru } : null,
      };
      await ctx.db.transaction(async (tx) => {
        const before = await setMaintenance(tx, next, now);
        const details = { before, after: next };
        await record(ctx, tx, operator, { action: "maintenance_on", subject: "exchange", reason, details });
      });
      ctx.market.changed();
      return done("Maintenance is on: no new orders.");
    },
  }),
  command({
    name: "maintenance off",
    summary: "Allows new orders again.",
    args: z.object({ reason: reasonArgument }),
    async run(ctx, { reason }, operator) {
      const wasOn = await ctx.db.transaction(async (tx) => {
        const before = await setMaintenance(tx, null, ctx.clock.now());
        if (before === null) return false;
        const details = { before, after: null };
        await record(ctx, tx, operator, { action: "maintenance_off", subject: "exchange", reason, details });
        return true;
      });
      ctx.market.changed();
      return wasOn ? done("Maintenance is off.") : refused("Maintenance was not on.");
    },
  }),
];
