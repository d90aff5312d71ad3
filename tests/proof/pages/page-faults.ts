import type { Page } from "@playwright/test";

/** What of each page is wrong as this visitor's device shows it. */
export async function faultsOf(
  page: Page,
  addresses: readonly string[],
  look: () => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    faults.push(...(await look()).map((fault) => `${address}: ${fault}`));
  }
  return faults;
}

/** In the page: how far it can be scrolled sideways, and texts cut off by a box that cannot be scrolled. */
export function tooWide(): string[] {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("main *")].filter((element) => {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    const isClipped = overflowX === "hidden" || overflowX === "clip";
    // A field scrolls with its caret, and that of a code is wider than its cells on purpose.
    const isField = element.matches("input, .code-cells");
    const isHiddenText = isField || element.clientWidth <= 1 || position === "absolute";
    return isClipped && textOverflow === "clip" && !isHiddenText && element.scrollWidth > element.clientWidth + 1;
  });
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...cut.map((element) => `cut off: ${element.outerHTML.slice(0, 160)}`),
  ];
}

/** In the page: animations and transitions that run for longer than an instant. */
export function moving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === "running" && Number(effect?.getComputedTiming().endTime) > 50)
    .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 160) ?? "") : ""));
}

/** In the page: fields and filled buttons that nothing bounds, nor a box around them. */
export function edgeless(): string[] {
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
export function unprintable(): string[] {
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
