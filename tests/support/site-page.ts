import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";

/**
 * The page API that tests need, in a real browser (Playwright's `Page`) or the HTTP client (http-browser/). Named and
 * behaving as in Playwright.
 */
type Role = Parameters<Page["getByRole"]>[0];
type Text = string | RegExp;
type ChosenFile = { name: string; mimeType: string; buffer: Buffer };
type Finder = {
  getByRole(role: Role, options?: { name?: Text; exact?: boolean; level?: number }): SiteLocator;
  getByLabel(text: Text, options?: { exact?: boolean }): SiteLocator;
  getByText(text: Text, options?: { exact?: boolean }): SiteLocator;
  getByPlaceholder(text: Text): SiteLocator;
  locator(selector: string): SiteLocator;
};

export type SiteLocator = Finder & {
  filter(options: { visible?: boolean; hasText?: Text }): SiteLocator;
  or(other: SiteLocator): SiteLocator;
  first(): SiteLocator;
  last(): SiteLocator;
  nth(index: number): SiteLocator;
  all(): Promise<SiteLocator[]>;
  count(): Promise<number>;
  click(): Promise<void>;
  dblclick(): Promise<void>;
  check(): Promise<void>;
  fill(value: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(chosen: ChosenFile | readonly ChosenFile[]): Promise<void>;
  isVisible(): Promise<boolean>;
  inputValue(): Promise<string>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  waitFor(): Promise<void>;
};

export type SiteContext = Pick<BrowserContext, "cookies" | "addCookies" | "clearCookies" | "close"> & {
  readonly request: APIRequestContext;
  newPage(): Promise<SitePage>;
};

export type SiteResponse = {
  status(): number;
  text(): Promise<string>;
  request(): { method(): string };
};

export type SitePage = Finder & {
  readonly request: APIRequestContext;
  context(): SiteContext;
  goto(path: string, options?: { waitUntil?: "networkidle" }): Promise<{ status(): number } | null>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  content(): Promise<string>;
  /** Reports every request of the page. */
  on(event: "request", listener: (request: { url(): string }) => void): unknown;
  on(event: "response", listener: (response: SiteResponse) => void): unknown;
};
