import type { SiteLocator } from "../site-page.ts";
import { isShown, labelsOf, levelOf, matches, nameOf, type Pattern, roleOf, textOf } from "./elements.ts";
import type { Chosen } from "./form-entries.ts";
import { fieldValue, fillLong, isDisabled, optionsOf, optionValue } from "./form-entries.ts";
import type { HttpPage } from "./http-page.ts";

type Named = { name?: Pattern; exact?: boolean; level?: number };

/** Elements of the current page when they are requested, as with Playwright's locators. */
export class HttpLocator implements SiteLocator {
  constructor(
    readonly page: HttpPage,
    /** The current matches. */
    readonly elements: () => Element[],
    readonly described: string,
  ) {}

  getByRole(role: Parameters<SiteLocator["getByRole"]>[0], { name, exact, level }: Named = {}): HttpLocator {
    return this.below(
      `${role} ${name ?? ""}`,
      (element) =>
        roleOf(element) === role &&
        (level === undefined || levelOf(element) === level) &&
        (name === undefined || matches(nameOf(element), name, exact)) &&
        element.closest("[aria-hidden=true]") === null &&
        isShown(element),
    );
  }

  getByLabel(text: Pattern, { exact }: { exact?: boolean } = {}): HttpLocator {
    return this.below(`label ${text}`, (element) => labelsOf(element).some((label) => matches(label, text, exact)));
  }

  /** The innermost elements with the text. */
  getByText(text: Pattern, { exact }: { exact?: boolean } = {}): HttpLocator {
    const has = (element: Element) =>
      matches(textOf(element), text, exact) && element.closest("head, script, style") === null;
    return this.below(`text ${text}`, (element) => has(element) && ![...element.children].some(has));
  }

  getByPlaceholder(text: Pattern): HttpLocator {
    return this.below(`placeholder ${text}`, (element) => matches(element.getAttribute("placeholder") ?? "", text));
  }

  locator(selector: string): HttpLocator {
    return this.next(selector, () => [
      ...new Set(this.elements().flatMap((element) => [...element.querySelectorAll(selector)])),
    ]);
  }

  filter({ visible, hasText }: { visible?: boolean; hasText?: Pattern }): HttpLocator {
    return this.next(`that are ${visible ? "visible" : ""}${hasText ?? ""}`, () =>
      this.elements().filter(
        (element) =>
          (visible === undefined || isShown(element) === visible) &&
          (hasText === undefined || matches(textOf(element), hasText)),
      ),
    );
  }

  or(other: SiteLocator): HttpLocator {
    if (!(other instanceof HttpLocator)) throw new Error("A locator of another kind of page");
    return this.next(`or ${other.described}`, () => inOrder([...this.elements(), ...other.elements()]));
  }

  first = () => this.nth(0);
  last = () => this.nth(-1);

  nth(index: number): HttpLocator {
    return this.next(`number ${index}`, () => this.elements().slice(index, index === -1 ? undefined : index + 1));
  }

  async all(): Promise<HttpLocator[]> {
    return this.elements().map((_, index) => this.nth(index));
  }

  async count(): Promise<number> {
    return this.elements().length;
  }

  async click(): Promise<void> {
    await this.page.press(this.visibleElement());
  }

  /** The form is submitted twice, and the page shows the later response. */
  async dblclick(): Promise<void> {
    const element = this.visibleElement();
    await Promise.all([this.page.press(element), this.page.press(element)]);
  }

  async check(): Promise<void> {
    const control = this.enabled();
    if (!control.hasAttribute("checked")) await this.page.press(control);
  }

  async fill(value: string): Promise<void> {
    const control = this.enabled();
    const isForText = control.matches("input, textarea") && !control.hasAttribute("readonly");
    if (!isForText) throw new Error(`Nothing can be typed into ${this.described}`);
    const most = Number(control.getAttribute("maxlength") ?? Number.POSITIVE_INFINITY);
    const typed = value.slice(0, most);
    if (control.localName === "textarea") fillLong(control, typed);
    else control.setAttribute("value", typed);
  }

  async selectOption(value: string): Promise<void> {
    const options = optionsOf(this.enabled());
    const matching = options.find((option) => optionValue(option) === value || textOf(option).trim() === value);
    if (!matching || matching.hasAttribute("disabled")) throw new Error(`${this.described} has no option ${value}`);
    for (const option of options) option.toggleAttribute("selected", option === matching);
  }

  async setInputFiles(chosen: Chosen | readonly Chosen[]): Promise<void> {
    const files = [chosen].flat();
    const field = this.enabled();
    if (files.length > 1 && !field.hasAttribute("multiple")) throw new Error(`${this.described} takes one file`);
    this.page.files.set(field, files);
  }

  async isVisible(): Promise<boolean> {
    const elements = this.elements();
    if (elements.length > 1) this.only();
    return elements.some(isShown);
  }

  inputValue = async () => fieldValue(this.only());
  textContent = async () => textOf(this.only());
  innerText = async () => textOf(this.only()).trim();
  allInnerTexts = async () => this.elements().map((element) => textOf(element).trim());
  getAttribute = async (name: string) => this.only().getAttribute(name);

  async waitFor(): Promise<void> {
    this.visibleElement();
  }

  /** The only match; that there is one is part of the assertion. */
  only(): Element {
    const [element, ...more] = this.elements();
    if (!element || more.length > 0) {
      const markup = [element, ...more].map((match) => match?.outerHTML.slice(0, 160)).join("\n");
      throw new Error(
        `${this.described}: ${element ? `${more.length + 1} of them` : "none"} at ${this.page.url()}, "${this.page.document.title}"\n${markup}`,
      );
    }
    return element;
  }

  private visibleElement(): Element {
    const element = this.only();
    if (!isShown(element)) throw new Error(`${this.described} is not visible at ${this.page.url()}`);
    return element;
  }

  private enabled(): Element {
    const element = this.visibleElement();
    if (isDisabled(element)) throw new Error(`${this.described} is disabled at ${this.page.url()}`);
    return element;
  }

  private below(described: string, holds: (element: Element) => boolean): HttpLocator {
    return this.next(described, () =>
      inOrder(this.elements().flatMap((element) => [...element.querySelectorAll("*")].filter(holds))),
    );
  }

  private next(described: string, elements: () => Element[]): HttpLocator {
    return new HttpLocator(this.page, elements, `${this.described} > ${described}`.replace(/^ > /, ""));
  }
}

/** Each once, in document order. */
function inOrder(elements: Element[]): Element[] {
  const unique = [...new Set(elements)];
  return unique.sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
}
