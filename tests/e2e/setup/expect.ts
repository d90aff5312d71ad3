import { expect as browserExpect } from "@playwright/test";
import { isShown, matches, type Pattern, textOf } from "../../support/http-browser/elements.ts";
import { fieldValue } from "../../support/http-browser/form-entries.ts";
import { HttpLocator } from "../../support/http-browser/http-locator.ts";
import type { SiteLocator, SitePage } from "../../support/site-page.ts";
import { isInBrowser, isOfBrowser } from "./medium.ts";

type State = { isNot: boolean };
type Verdict = { pass: boolean; message: () => string };
type Assertion =
  | "toBeVisible"
  | "toBeAttached"
  | "toHaveCount"
  | "toHaveText"
  | "toContainText"
  | "toHaveValue"
  | "toBeChecked"
  | "toHaveAttribute";

/**
 * Playwright's assertions, also for a page over HTTP. Such a page is complete, so nothing is awaited. Each function
 * returns what differs from the expectation, or null.
 */
export const expect = browserExpect.extend({
  toBeVisible: assertion<[options?: { timeout?: number }]>("toBeVisible", (locator) => {
    if (locator.elements().length === 0) return "nothing";
    return isShown(locator.only()) ? null : "something hidden";
  }),
  toBeAttached: assertion("toBeAttached", (locator) => (locator.elements().length > 0 ? null : "nothing")),
  toHaveCount: assertion<[count: number, options?: { timeout?: number }]>("toHaveCount", (locator, count) =>
    unless(locator.elements().length === count, locator.elements().length),
  ),
  toHaveText: assertion<[text: Pattern]>("toHaveText", (locator, text) =>
    unless(matches(textOf(locator.only()), text, true), textOf(locator.only())),
  ),
  toContainText: assertion<[text: Pattern]>("toContainText", (locator, text) =>
    unless(matches(textOf(locator.only()), text), textOf(locator.only())),
  ),
  toHaveValue: assertion<[value: Pattern]>("toHaveValue", (locator, value) =>
    unless(isEqual(fieldValue(locator.only()), value), fieldValue(locator.only())),
  ),
  toBeChecked: assertion("toBeChecked", (locator) => unless(locator.only().hasAttribute("checked"), "unchecked")),
  toHaveAttribute: assertion<[name: string, value: Pattern]>("toHaveAttribute", (locator, name, value) => {
    const held = locator.only().getAttribute(name);
    return unless(held !== null && isEqual(held, value), held);
  }),
  async toHaveURL(this: State, page: SitePage, url: Pattern, options?: { timeout?: number }): Promise<Verdict> {
    if (isInBrowser(page)) {
      const assertions = browserExpect(page);
      await (this.isNot ? assertions.not : assertions).toHaveURL(url, options);
      return { pass: !this.isNot, message: () => "" };
    }
    const address = page.url();
    const pass = url instanceof RegExp ? url.test(address) : new URL(url, address).href === address;
    return { pass, message: () => `Address: ${address}\nExpected ${this.isNot ? "another than" : ""}: ${url}` };
  },
});

function assertion<Args extends unknown[] = []>(
  name: Assertion,
  differs: (locator: HttpLocator, ...args: Args) => string | null,
) {
  return async function (this: State, locator: SiteLocator, ...args: Args): Promise<Verdict> {
    if (isOfBrowser(locator)) {
      const assertions = browserExpect(locator);
      await Reflect.apply((this.isNot ? assertions.not : assertions)[name], undefined, args);
      return { pass: !this.isNot, message: () => "" };
    }
    if (!(locator instanceof HttpLocator)) throw new Error("A locator of an unknown kind");
    const difference = differs(locator, ...args);
    const message = () =>
      `${name}${this.isNot ? ", not expected" : ""}: ${locator.described} ${args.map(String).join(", ")}\n` +
      `at ${locator.page.url()} there is: ${difference ?? "just that"}`;
    return { pass: difference === null, message };
  };
}

const unless = (holds: boolean, held: unknown) => (holds ? null : String(held));
const isEqual = (held: string, value: Pattern) => (value instanceof RegExp ? value.test(held) : held === value);
