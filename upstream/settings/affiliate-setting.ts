import { z } from "zod/v4";
import { affiliateTiers } from "../../contract/affiliate/affiliate-lists.ts";
import { type AffiliateRule, mostOfFirstLevel, usualAffiliateTiers } from "../affiliates/rules/affiliate-policy.ts";

const entry = /^\s*([a-z]{1,20}):(\d{1,12})\/(\d{1,3}(?:\.\d{1,2})?)\/(\d{1,3}(?:\.\d{1,2})?)\s*$/;

/** `starter:0/20/5,advanced:10000/25/5`: turnover in US dollars, percent of our profit, and of the second level. */
export const affiliateTierSetting = z.string().transform((text, context): readonly AffiliateRule[] => {
  if (text.trim() === "") return usualAffiliateTiers;
  const rules = text.split(",").flatMap((part) => {
    const [, name = "", dollars = "", percent = "", second = ""] = entry.exec(part) ?? [];
    const tier = affiliateTiers.find((candidate) => candidate === name);
    return tier
      ? [{ tier, fromCents: BigInt(dollars) * 100n, rateBps: bps(percent), secondLevelBps: bps(second) }]
      : [];
  });
  const areInOrder = rules.length === text.split(",").length && rules.every((rule, at) => follows(rule, rules[at - 1]));
  if (areInOrder && mostOfFirstLevel(rules) >= Math.max(...rules.map(({ rateBps }) => rateBps))) return rules;
  const message = areInOrder
    ? "must leave us something of the profit: the highest percentages of the two levels are more than 100 together"
    : `must list tiers in this order, the first from 0, each from more: ${affiliateTiers.join(", ")} (starter:0/20/5,advanced:10000/25/5)`;
  context.addIssue({ code: "custom", message });
  return [];
});

const bps = (percent: string) => Math.round(Number(percent) * 100);

/** Each tier is further up the list and begins at a larger turnover. */
function follows({ tier, fromCents, rateBps }: AffiliateRule, below: AffiliateRule | undefined): boolean {
  if (rateBps === 0) return false;
  if (!below) return fromCents === 0n;
  return affiliateTiers.indexOf(tier) > affiliateTiers.indexOf(below.tier) && fromCents > below.fromCents;
}
