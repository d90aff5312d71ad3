import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * axe's findings on the open page: all rules in the light theme, and in the dark one the contrast, which alone differs.
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

/** In the page itself, which has no frames: otherwise each run would open another page. */
const rules = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Colours in transition have no final contrast yet. */
function settled(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
  }
}
