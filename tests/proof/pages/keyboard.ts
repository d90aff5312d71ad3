import type { Locator, Page } from "@playwright/test";
import { expect } from "../../e2e/setup/expect.ts";

/** Reaches a control with Tab, as a visitor without a mouse does. */
export async function tabsTo(page: Page, wanted: string | Locator): Promise<void> {
  const control = typeof wanted === "string" ? page.locator(wanted).first() : wanted;
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    const isThere = await control.evaluate((element) => element === document.activeElement);
    if (!isThere) continue;
    const stop = await page.evaluate(atFocus);
    expect(stop, `${wanted} shows its focus`).toMatchObject({ isShown: true, coveredBy: null });
    return;
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

export async function types(page: Page, name: string, text: string): Promise<void> {
  await tabsTo(page, `main [name="${name}"]`);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

/**
 * In the page: the control that has the focus, whether it is marked, and what covers it whole. Null when the focus has
 * left the page.
 */
export function atFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused === document.documentElement) return null;
  const number = focused.getAttribute("data-control");
  // A control may be drawn by its label or by cells beside it, or have an edge around it and its neighbours.
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
  const beside = [...(focused.parentElement?.querySelectorAll("*") ?? [])];
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const drawn = [...around, ...labels, ...beside].filter((element) => element != null);
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
  const hits = points.map(([x, y]) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y));
  const isOwn = (hit: Element | null) =>
    hit !== null && (focused.contains(hit) || [...labels, ...beside].some((part) => part.contains(hit)));
  return {
    html: focused.outerHTML.slice(0, 200),
    number: number === null ? null : Number(number),
    isShown: drawn.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && outlineWidth !== "0px";
    }),
    coveredBy: hits.some(isOwn) ? null : (hits[4]?.outerHTML.slice(0, 80) ?? "the edge of the window"),
  };
}
