import type { Page } from "@playwright/test";
import { Member } from "../../e2e/people/member.ts";
import { langs } from "../../e2e/people/visitor.ts";
import { allPages } from "../../e2e/setup/all-pages.ts";
import { axeFaults } from "../../e2e/setup/axe.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";

/** What of each page is wrong as this visitor's device shows it. */
async function faultsOf(page: Page, addresses: readonly string[], look: () => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    found.push(...(await look()).map((fault) => `${address}: ${fault}`));
  }
  return found;
}

/** The narrowest phone, each side of every breakpoint, and common windows. */
const widths = [320, 390, 599, 700, 768, 769, 780, 860, 912, 1000, 1120, 1230, 1280, 1440];

for (const lang of langs) {
  test(`no page scrolls sideways at any width, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    const atWidths = async () => {
      const found: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await page.evaluate(tooWide)).map((fault) => `at ${width}: ${fault}`));
      }
      return found;
    };
    expect(await faultsOf(page, addresses, atWidths)).toEqual([]);
  });

  /** 400 % of a window of 1280 by 1024 pixels is one of 320 by 256 (WCAG 2.2, 1.4.10). */
  test(`no page scrolls sideways or hides text when it is enlarged to 400 %, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await faultsOf(page, addresses, () => page.evaluate(tooWide))).toEqual([]);
  });

  test(`nothing moves by itself where less motion is wanted, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await faultsOf(page, addresses, () => page.evaluate(moving))).toEqual([]);
  });

  test(`every field and button has an edge in forced colours, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await faultsOf(page, addresses, () => page.evaluate(edgeless))).toEqual([]);
  });

  test(`every page prints on A4 without its menus, in dark ink on white from the dark theme too, in ${lang}`, async ({
    page,
    site,
  }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width: 718, height: 1040 });
    const printed = async () => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const found = [...(await page.evaluate(tooWide)), ...(await page.evaluate(unprintable))];
      return [...found, ...(await axeFaults(page)).filter((fault) => /(^|dark: )color-contrast/.test(fault))];
    };
    expect(await faultsOf(page, addresses, printed)).toEqual([]);
  });
}

/** In the page: how far it can be scrolled sideways, and texts cut off by a box that cannot be scrolled. */
function tooWide(): string[] {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("main *")].filter((element) => {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    const isClipped = overflowX === "hidden" || overflowX === "clip";
    const isHiddenText = element.clientWidth <= 1 || position === "absolute";
    return isClipped && textOverflow === "clip" && !isHiddenText && element.scrollWidth > element.clientWidth + 1;
  });
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...cut.map((element) => `cut off: ${element.outerHTML.slice(0, 160)}`),
  ];
}

/** In the page: animations and transitions that run for longer than an instant. */
function moving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === "running" && Number(effect?.getComputedTiming().endTime) > 50)
    .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 160) ?? "") : ""));
}

/** In the page: fields and filled buttons that nothing bounds, nor a box around them. */
function edgeless(): string[] {
  const hasEdge = (element: Element) => {
    const { borderTopWidth, borderBottomWidth, outlineStyle, appearance } = getComputedStyle(element);
    const isDrawnByBrowser = appearance !== "none" && element.matches("input, select");
    return borderTopWidth !== "0px" || borderBottomWidth !== "0px" || outlineStyle !== "none" || isDrawnByBrowser;
  };
  const isShown = (element: Element) => element.getBoundingClientRect().width > 1;
  const controls = ":is(input:not([type=hidden]), select, textarea, button[type=submit], button:not([type]))";
  return [...document.querySelectorAll(`main ${controls}`)]
    .filter((control) => isShown(control) && !isBounded(control))
    .map((control) => control.outerHTML.slice(0, 200));
  function isBounded(control: Element): boolean {
    // Words that are underlined are seen as what they are.
    if (getComputedStyle(control).textDecorationLine !== "none") return true;
    let at: Element | null = control;
    for (let up = 0; at && up < 4; up += 1) {
      if (hasEdge(at)) return true;
      at = at.parentElement;
    }
    return false;
  }
}

/** In the page as printed: menus, and dark paper. */
function unprintable(): string[] {
  const menus = [...document.querySelectorAll("header nav, footer, .consent")].filter(
    (element) => element.getBoundingClientRect().height > 0,
  );
  const paper = getComputedStyle(document.body).backgroundColor;
  const isWhite = paper === "rgb(255, 255, 255)" || paper === "rgba(0, 0, 0, 0)";
  return [
    ...menus.map((element) => `printed: ${element.outerHTML.slice(0, 120)}`),
    ...(isWhite ? [] : [`on ${paper}`]),
  ];
}
