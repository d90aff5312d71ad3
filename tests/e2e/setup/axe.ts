import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds on the page that is open: every rule in the light theme, and the contrast of colours, which alone
 * differs, in the dark one.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const light = await violations(rules(page).withTags(tags));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(settled);
  const dark = await violations(rules(page).withRules("color-contrast"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(settled);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** In the page itself, which has no frame to look into: otherwise each run opens a page of its own for the sum. */
const rules = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Colours that are still changing have no contrast yet. */
function settled(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
  }
}
