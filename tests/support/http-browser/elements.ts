import { computeAccessibleName, getRole } from "dom-accessibility-api";

/** Finds elements by role and name, label or text, by HTML-AAM and Playwright's documentation. */

/** The breakpoints of the layout (tailwind.config.ts) below a desktop of 1280 pixels. */
const passedWidths = ["xs", "sm", "md", "lg"];
const displays = new Set(
  "block inline inline-block flex inline-flex grid inline-grid table contents flow-root list-item".split(" "),
);

/** Whether an element is visible, by its markup and the site's classes: there is no style sheet here. */
export function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute("hidden") || at.getAttribute("type") === "hidden" || isUnclassed(at)) return false;
    if (["head", "script", "style", "template", "datalist"].includes(at.localName)) return false;
    const details: Element | null = at.parentElement;
    const isFolded = details?.localName === "details" && !details.hasAttribute("open") && at.localName !== "summary";
    if (isFolded) return false;
  }
  return true;
}

/** Whether its classes hide it at this width: the widest applicable rule decides. */
function isUnclassed(element: Element): boolean {
  const classes = (element.getAttribute("class") ?? "").split(/\s+/);
  if (classes.includes("needs-script")) return true;
  let isHidden = false;
  for (const width of ["", ...passedWidths]) {
    for (const name of classes) {
      const rule = width === "" ? name : name.startsWith(`${width}:`) ? name.slice(width.length + 1) : "";
      if (rule === "hidden") isHidden = true;
      else if (displays.has(rule)) isHidden = false;
    }
  }
  return isHidden;
}

/** The text including that of child elements. */
export function textOf(element: Element): string {
  return (element.textContent ?? "").replace(/\u200b/g, "");
}

export const normalized = (text: string) => text.replace(/\s+/g, " ").trim();

export type Pattern = string | RegExp;

/** A string matches anywhere in any case, or exactly; a pattern as given. */
export function matches(text: string, pattern: Pattern, exact = false): boolean {
  if (pattern instanceof RegExp) return pattern.test(text) || pattern.test(normalized(text));
  if (exact) return normalized(text) === normalized(pattern);
  return normalized(text).toLowerCase().includes(normalized(pattern).toLowerCase());
}

/** Roles that depend on the element's position or name. */
export function roleOf(element: Element): string | null {
  if (element.hasAttribute("role")) return element.getAttribute("role");
  const isOfPart = element.localName === "header" || element.localName === "footer";
  if (isOfPart && element.parentElement?.closest("article, aside, main, nav, section") != null) return null;
  if ((element.localName === "section" || element.localName === "form") && nameOf(element) === "") return null;
  return getRole(element);
}

/** Without a style sheet there is no generated or hidden content. */
const unstyled = {
  getPropertyValue: () => "",
  display: "",
  visibility: "",
  content: "",
} as unknown as CSSStyleDeclaration;

export function nameOf(element: Element): string {
  return normalized(computeAccessibleName(element, { hidden: true, getComputedStyle: () => unstyled }));
}

export function levelOf(element: Element): number {
  return Number(element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? 0);
}

/** The accessible name of a control: its labels and attributes. */
export function labelsOf(control: Element): string[] {
  const byIds = (control.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  if (byIds.length > 0) return [byIds.map((id) => textOf(ownerOf(control).getElementById(id) ?? control)).join(" ")];
  const ariaLabel = control.getAttribute("aria-label");
  const labels = labelElementsOf(control).map(textOf);
  return ariaLabel ? [ariaLabel, ...labels] : labels;
}

const labelable = new Set("input select textarea button output meter progress".split(" "));

/** Asked of every element of a page: a selector would be parsed each time. */
function isLabelable(element: Element): boolean {
  return labelable.has(element.localName) && element.getAttribute("type") !== "hidden";
}

export function labelElementsOf(control: Element): Element[] {
  if (!isLabelable(control)) return [];
  let around = control.parentElement;
  while (around && around.localName !== "label") around = around.parentElement;
  const labels = control.id === "" ? [] : [...ownerOf(control).getElementsByTagName("label")];
  const pointing = labels.filter((label) => label.getAttribute("for") === control.id);
  return around && !around.hasAttribute("for") ? [around, ...pointing] : pointing;
}

/** The control of a pressed label. */
export function controlOf(label: Element): Element | null {
  const id = label.getAttribute("for");
  if (id !== null) return ownerOf(label).getElementById(id);
  return [...label.querySelectorAll("*")].find(isLabelable) ?? null;
}

function ownerOf(element: Element): Document {
  return element.ownerDocument;
}
