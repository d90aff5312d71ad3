import { z } from "zod/v4";
import { type PayoutCaps, usualPayoutCaps } from "../payouts/rules/payout-caps.ts";

const entry =
  /^\s*([a-z0-9-]{2,20}):(\d{1,15}(?:\.\d{1,18})?)\/(\d{1,15}(?:\.\d{1,18})?)\/(\d{1,15}(?:\.\d{1,18})?)\s*$/;

/** `btc:0.6/2/6,ltc:450/1500/5000`: alone, hour, day. What is not named is capped by its size; `off` is no cap at all. */
export const payoutCaps = z.union([
  z.literal("off").transform(() => null),
  z.string().transform((text, context): PayoutCaps => {
    const named = text.split(",").flatMap((part) => {
      if (part.trim() === "") return [];
      const [, asset = "", alone = "", hour = "", day = ""] = entry.exec(part) ?? [];
      if (asset !== "" && Number(alone) <= Number(hour) && Number(hour) <= Number(day))
        return [[asset, { alone, hour, day }] as const];
      context.addIssue({ code: "custom", message: "must list assets like btc:0.6/2/6 (one payout, an hour, a day)" });
      return [];
    });
    return { ...usualPayoutCaps, ...Object.fromEntries(named) };
  }),
]);
