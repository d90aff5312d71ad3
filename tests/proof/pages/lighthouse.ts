/**
 * Lighthouse on a phone, for every public page in both languages: 100 in accessibility, best practices and search, and
 * a median of at least 99 in performance. Needs a quiet machine; npx takes Lighthouse from the package registry.
 *
 *   npx tsx tests/proof/pages/lighthouse.ts 5          five runs a page
 *   npx tsx tests/proof/pages/lighthouse.ts 1 /legal   one run of each address with /legal in it
 */
import { langs, prefix } from "../../e2e/people/visitor.ts";
import { listedPaths, unlistedPaths } from "../../e2e/setup/public-pages.ts";
import { type Category, categories, inspect } from "../../support/site/lighthouse.ts";
import { startSite } from "../../support/site/site.ts";

const [runs = "5", part = ""] = process.argv.slice(2);
const bars: Record<Category, number> = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
/** Of every pair's page; all come from one template. */
const pair = "/pairs/btc-to-paypal-usd";

const site = await startSite();
let pages = 0;
let wrong = 0;
for (const lang of langs) {
  for (const path of [...listedPaths, pair, ...unlistedPaths]) {
    const address = `${prefix(lang)}${path}`;
    if (!address.includes(part)) continue;
    const isUnlisted = unlistedPaths.some((unlisted) => unlisted === path);
    // These are kept out of search results on purpose.
    const skipped = isUnlisted ? ["is-crawlable"] : [];
    const first = await inspect(site.origin + address, { only: categories, skipped });
    const speeds = [first.scores.performance ?? 0];
    // Only speed differs from run to run.
    while (speeds.length < Number(runs)) {
      const { scores } = await inspect(site.origin + address, { only: ["performance"] });
      speeds.push(scores.performance ?? 0);
    }
    const scores = { ...first.scores, performance: middle(speeds) };
    const below = categories.filter((category) => !((scores[category] ?? 0) >= bars[category]));
    pages += 1;
    if (below.length > 0) wrong += 1;
    const figures = categories.map((category) => `${category} ${scores[category]?.toFixed(0)}`).join(", ");
    console.log(
      `${below.length > 0 ? "WRONG " : ""}${address}: ${figures}${below.length > 0 ? `; ${first.missed.join("; ")}` : ""}`,
    );
  }
}
await site.stop();
console.log(`${pages} pages, ${runs} runs each, ${wrong} wrong`);
process.exitCode = wrong === 0 && pages > 0 ? 0 : 1;

/** The median; of an even number, the lower of the two in the middle. */
function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
