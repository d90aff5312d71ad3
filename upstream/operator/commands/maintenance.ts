import { isDeepStrictEqual } from "node:util";
import { z } from "zod/v4";
import { inEachLanguage, type Lang, languageSettings, languages } from "../../../contract/values/languages.ts";
import { type Maintenance, readMaintenance, setMaintenance } from "../../db/maintenance.ts";
import type { MakerFact } from "../../staff/rules/maker-facts.ts";
import { anywayArgument, momentArgument, reasonArgument } from "../arguments.ts";
import { recordAudit } from "../audit.ts";
import { command, done, refused } from "../command.ts";
import { openingConcerns } from "../concerns/rate-concern.ts";
import { openingTerms } from "../far-price.ts";
import { nothingToChange } from "../settings-entry.ts";

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
    changes: { asksNothing: "maintenance off undoes it, and active orders continue" },
    args: z.object({
      reason: reasonArgument,
      until: momentArgument
        .optional()
        .describe("announced end, 2026-12-31T08:00:00Z; maintenance ends only with `off`"),
      ...inEachLanguage((lang) => message.describe(`message for visitors, in ${languageSettings[lang].name}`)),
    }),
    async run(ctx, { reason, until, ...messages }, operator) {
      const now = ctx.clock.now();
      if (until && until <= now) return refused("The announced end is in the past.");
      const message = completeMessage(messages);
      if (message === undefined) {
        return refused(`Enter the message in every language: ${languages.map((lang) => `--${lang}`).join(", ")}.`);
      }
      const next = {
        since: now.toISOString(),
        until: until?.toISOString() ?? null,
        message,
      };
      const answer = await ctx.db.transaction(async (tx) => {
        const current = await readMaintenance(tx);
        if (current && isDeepStrictEqual({ ...next, since: current.since }, current)) return nothingToChange;
        // A new end or message does not begin it again.
        const after = current ? { ...next, since: current.since } : next;
        const before = await setMaintenance(tx, after, now);
        const details = { before, after };
        await recordAudit(ctx, tx, operator, { action: "maintenance_on", subject: "exchange", reason, details });
        return before
          ? `Maintenance was on and is changed: ${announced(before)} → ${announced(after)}.`
          : onText(after);
      });
      ctx.market.changed();
      return done(answer);
    },
  }),
  command({
    name: "maintenance off",
    summary: "Allows new orders again.",
    changes: { asks: "the rate of a pair on sale is further from the market's than the rate band" },
    args: z.object({ reason: reasonArgument, anyway: anywayArgument }),
    async run(ctx, { reason, anyway }, operator) {
      const concerns = await openingConcerns(ctx, ({ status }) => status === "active");
      const objection = await ctx.db.transaction(async (tx) => {
        if ((await readMaintenance(tx)) === null) return "Maintenance was not on.";
        const { override, refusal, madeOf } = await openingTerms(tx, anyway, concerns);
        if (refusal !== null) return refusal;
        const before = await setMaintenance(tx, null, ctx.clock.now());
        if (before === null) return "Maintenance was not on.";
        const makerFacts: MakerFact[] = [];
        for (const { pairId } of concerns) makerFacts.push(...(await madeOf(pairId)));
        const details = { before, after: null, ...override };
        await recordAudit(ctx, tx, operator, {
          action: "maintenance_off",
          subject: "exchange",
          reason,
          details,
          makerFacts,
        });
        return null;
      });
      ctx.market.changed();
      return objection === null ? done("Maintenance is off.") : refused(objection);
    },
  }),
];

const announced = ({ until, message }: Maintenance) =>
  `${until === null ? "no announced end" : `until ${until}`}, ${message === null ? "no message" : `"${message.en}"`}`;

const onText = (after: Maintenance) => `Maintenance is on: no new orders; ${announced(after)}.`;

/** Null for no message; undefined for one that a language lacks. */
function completeMessage(messages: { [lang in Lang]?: string | undefined }): Record<Lang, string> | null | undefined {
  if (languages.every((lang) => messages[lang] === undefined)) return null;
  return languages.some((lang) => messages[lang] === undefined)
    ? undefined
    : inEachLanguage((lang) => messages[lang] ?? "");
}
