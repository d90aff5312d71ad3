import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type Theme = "light" | "dark";

const everything: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
};
/** Alone differs between the themes. */
const contrast: RunOptions = { runOnly: ["color-contrast"] };

/** axe's findings on the open page, in the light theme and, unless only that is wanted, the contrast in the dark one. */
export async function axeFaults(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<string[]> {
  // Not a script element: the page's policy forbids others.
  await page.evaluate(`if (!window.axe) { ${axe.source} }`);
  await page.evaluate(settled);
  const light = await page.evaluate(violations, everything);
  if (!themes.includes("dark")) return light;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(settled);
  const dark = await page.evaluate(violations, contrast);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(settled);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** In the page. Without a list of what is right, which takes longer to write than to find. */
async function violations(rules: RunOptions): Promise<string[]> {
  const results = await window.axe.run(document, {
    ...rules,
    resultTypes: ["violations"],
    selectors: false,
    preload: false,
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${JSON.stringify(any[0]?.data ?? null)}`),
  );
}

/** In the page: colours in transition have no final contrast yet. */
function settled(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
  }
}
