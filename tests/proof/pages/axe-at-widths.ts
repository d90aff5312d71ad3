import type { Page } from "@playwright/test";
import { axeFaults } from "../../e2e/setup/axe.ts";

/** The narrowest phone, a tablet and a desktop, in CSS pixels. */
const widths = [320, 768, 1280];

/** axe's findings on the open page in both themes, at three widths. */
export async function faultsAtWidths(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await axeFaults(page)).map((fault) => `${name} at ${width}: ${fault}`));
  }
  return faults;
}
