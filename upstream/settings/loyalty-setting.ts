import { z } from "zod/v4";
import { loyaltyTiers } from "../../contract/member/loyalty-tiers.ts";
import { type LoyaltyRule, usualLoyalty } from "../market/rules/loyalty.ts";

const entry = /^\s*([a-z]{1,20}):(\d{1,12})\/(\d{1,3})\s*$/;

/** `silver:1000/10,gold:10000/20`: turnover in US dollars, percent off the service fee. `off`: no tiers. */
export const loyaltySetting = z.union([
  z.literal("off").transform((): readonly LoyaltyRule[] => []),
  z.string().transform((text, context): readonly LoyaltyRule[] => {
    if (text.trim() === "") return usualLoyalty;
    const rules = text.split(",").flatMap((part) => {
      const [, name = "", dollars = "", percent = ""] = entry.exec(part) ?? [];
      const tier = loyaltyTiers.find((candidate) => candidate === name);
      return tier ? [{ tier, fromCents: BigInt(dollars) * 100n, discountPercent: Number(percent) }] : [];
    });
    if (rules.length === text.split(",").length && rules.every((rule, at) => isAbove(rule, rules[at - 1])))
      return rules;
    const message = `must list tiers in this order, each with more: ${loyaltyTiers.join(", ")} (silver:1000/10,gold:10000/20)`;
    context.addIssue({ code: "custom", message });
    return [];
  }),
]);

/** Each tier is further up the list, begins at a larger turnover, and has a larger discount. */
function isAbove({ tier, fromCents, discountPercent }: LoyaltyRule, below: LoyaltyRule | undefined): boolean {
  if (discountPercent > 100 || fromCents === 0n || discountPercent === 0) return false;
  if (!below) return true;
  const isLater = loyaltyTiers.indexOf(tier) > loyaltyTiers.indexOf(below.tier);
  return isLater && fromCents > below.fromCents && discountPercent > below.discountPercent;
}
