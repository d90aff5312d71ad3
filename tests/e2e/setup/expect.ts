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
  toBeVisible: assertion<[options?: { timeout?: number }]>("toBeVisible", (found) => {
    if (found.elements().length === 0) return "nothing";
    return isShown(found.only()) ? null : "something hidden";
  }),
  toBeAttached: assertion("toBeAttached", (found) => (found.elements().length > 0 ? null : "nothing")),
  toHaveCount: assertion<[count: number, options?: { timeout?: number }]>("toHaveCount", (found, count) =>
    unless(found.elements().length === count, found.elements().length),
  ),
  toHaveText: assertion<[text: Pattern]>("toHaveText", (found, text) =>
    unless(matches(textOf(found.only()), text, true), textOf(found.only())),
  ),
  toContainText: assertion<[text: Pattern]>("toContainText", (found, text) =>
    unless(matches(textOf(found.only()), text), textOf(found.only())),
  ),
  toHaveValue: assertion<[value: Pattern]>("toHaveValue", (found, value) =>
    unless(isEqual(fieldValue(found.only()), value), fieldValue(found.only())),
  ),
  toBeChecked: assertion("toBeChecked", (found) => unless(found.only().hasAttribute("checked"), "unchecked")),
  toHaveAttribute: assertion<[name: string, value: Pattern]>("toHaveAttribute", (found, name, value) => {
    const held = found.only().getAttribute(name);
    return unless(held !== null && isEqual(held, value), held);
  }),
  async toHaveURL(this: State, page: SitePage, url: Pattern, options?: { timeout?: number }): Promise<Verdict> {
    if (isInBrowser(page)) {
      const own = browserExpect(page);
      await (this.isNot ? own.not : own).toHaveURL(url, options);
      return { pass: !this.isNot, message: () => "" };
    }
    const address = page.url();
    const pass = url instanceof RegExp ? url.test(address) : new URL(url, address).href === address;
    return { pass, message: () => `Address: ${address}\nExpected ${this.isNot ? "another than" : ""}: ${url}` };
  },
});

function assertion<Args extends unknown[] = []>(
  name: Assertion,
  differs: (found: HttpLocator, ...args: Args) => string | null,
) {
  return async function (this: State, found: SiteLocator, ...args: Args): Promise<Verdict> {
    if (isOfBrowser(found)) {
      const own = browserExpect(found);
      await Reflect.apply((this.isNot ? own.not : own)[name], undefined, args);
      return { pass: !this.isNot, message: () => "" };
    }
    if (!(found instanceof HttpLocator)) throw new Error("A locator of an unknown kind");
    const difference = differs(found, ...args);
    const message = () =>
      `${name}${this.isNot ? ", not expected" : ""}: ${found.described} ${args.map(String).join(", ")}\n` +
      `at ${found.page.url()} there is: ${difference ?? "just that"}`;
    return { pass: difference === null, message };
  };
}

const unless = (holds: boolean, held: unknown) => (holds ? null : String(held));
const isEqual = (held: string, value: Pattern) => (value instanceof RegExp ? value.test(held) : held === value);
