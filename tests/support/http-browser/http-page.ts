import type { APIResponse } from "@playwright/test";
import { parseHTML } from "linkedom";
import type { SitePage, SiteResponse } from "../site-page.ts";
import { allowsForm } from "./content-policy.ts";
import { controlOf } from "./elements.ts";
import { type Chosen, formOf, isDisabled, isSubmitter, refusedFields, submissionOf } from "./form-entries.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpLocator } from "./http-locator.ts";
import { readRefresh } from "./refresh.ts";

type Navigation = {
  method: "GET" | "POST";
  body?: { type: string; bytes: Buffer } | undefined;
  isForm?: boolean | undefined;
};
type Requested = (request: { url(): string }) => void;
type Answered = (response: SiteResponse) => void;

const mostRedirects = 10;

/** A page without scripts: follows links and submits forms; every response is the next page. */
export class HttpPage implements SitePage {
  /** The chosen files of the open page. */
  readonly files = new Map<Element, readonly Chosen[]>();
  private readonly requested: Requested[] = [];
  private readonly answered: Answered[] = [];
  private readonly history: string[] = [];
  private address = "about:blank";
  private html = "";
  /** The CSP of the open page. */
  private policy = "";
  private parsed: Document | undefined;

  constructor(private readonly browser: HttpContext) {}

  get request() {
    return this.browser.request;
  }

  context(): HttpContext {
    return this.browser;
  }

  url(): string {
    return this.address;
  }

  async content(): Promise<string> {
    return this.html;
  }

  on(event: "request", listener: Requested): void;
  on(event: "response", listener: Answered): void;
  on(event: "request" | "response", listener: Requested & Answered): void {
    if (event === "request") this.requested.push(listener);
    else this.answered.push(listener);
  }

  async goto(path: string): Promise<APIResponse> {
    return this.navigate(new URL(path, this.browser.origin).href, { method: "GET" }, null);
  }

  async reload(): Promise<APIResponse> {
    this.history.pop();
    return this.navigate(this.address, { method: "GET" }, null);
  }

  async goBack(): Promise<APIResponse> {
    this.history.pop();
    const before = this.history.pop();
    if (before === undefined) throw new Error("No page before this one");
    return this.navigate(before, { method: "GET" }, null);
  }

  /** Target and time of the page's refresh; null without one. */
  get refresh(): { seconds: number; url: string } | null {
    return readRefresh(this.document, this.address);
  }

  /** Advances the time of the page's refresh. */
  async followRefresh(): Promise<void> {
    const { refresh } = this;
    if (refresh === null) throw new Error(`The page does not refresh itself: ${this.address}`);
    await this.navigate(refresh.url, { method: "GET" }, this.address);
  }

  /** Parsed on demand. */
  get document(): Document {
    this.parsed ??= readable(parseHTML(this.html).document);
    return this.parsed;
  }

  private readonly whole = new HttpLocator(this, () => [this.document.documentElement], "");
  getByRole: HttpLocator["getByRole"] = (role, options) => this.whole.getByRole(role, options);
  getByLabel: HttpLocator["getByLabel"] = (text, options) => this.whole.getByLabel(text, options);
  getByText: HttpLocator["getByText"] = (text, options) => this.whole.getByText(text, options);
  getByPlaceholder: HttpLocator["getByPlaceholder"] = (text) => this.whole.getByPlaceholder(text);

  locator(selector: string): HttpLocator {
    return new HttpLocator(this, () => [...this.document.querySelectorAll(selector)], selector);
  }

  /** The effect of a press without scripts. */
  async press(pressed: Element): Promise<void> {
    const element = pressed.closest("a[href], button, input, summary, label");
    if (element === null) throw new Error(`A press does nothing here: ${pressed.outerHTML.slice(0, 160)}`);
    if (isDisabled(element)) throw new Error(`Disabled: ${element.outerHTML.slice(0, 160)}`);
    if (element.localName === "a") await this.follow(element.getAttribute("href") ?? "");
    else if (element.localName === "summary") element.closest("details")?.toggleAttribute("open");
    else if (element.localName === "label") await this.pressControl(controlOf(element), element);
    else await this.pressControl(element, element);
  }

  private async pressControl(control: Element | null, pressed: Element): Promise<void> {
    const type = control?.getAttribute("type");
    if (control && type === "checkbox") control.toggleAttribute("checked");
    else if (control && type === "radio") this.chooseRadio(control);
    else if (control && isSubmitter(control)) await this.submit(control);
    else if (pressed.localName !== "label") throw new Error(`Needs scripts: ${pressed.outerHTML.slice(0, 160)}`);
  }

  private chooseRadio(radio: Element): void {
    const name = radio.getAttribute("name");
    const scope = formOf(radio) ?? this.document;
    for (const other of scope.querySelectorAll("input[type=radio]")) {
      if (other.getAttribute("name") === name) other.toggleAttribute("checked", other === radio);
    }
  }

  private async submit(submitter: Element): Promise<void> {
    const form = formOf(submitter);
    if (form === null) throw new Error(`In no form: ${submitter.outerHTML.slice(0, 160)}`);
    const refused = refusedFields(form, submitter);
    if (refused.length > 0) throw new Error(`A browser asks for ${refused.join(", ")} before it sends this form`);
    const { url, ...navigation } = await submissionOf(form, submitter, this.address, this.files);
    await this.navigate(url, { ...navigation, isForm: true }, this.address);
  }

  private async follow(href: string): Promise<void> {
    const url = new URL(href, this.address);
    const here = new URL(this.address);
    if (url.hash && url.href.split("#")[0] === here.href.split("#")[0]) {
      this.address = url.href;
      return;
    }
    await this.navigate(url.href, { method: "GET" }, this.address);
  }

  /** `from`: the page with the link or form; null for a typed address. */
  private async navigate(url: string, { method, body, isForm }: Navigation, from: string | null): Promise<APIResponse> {
    let [at, sent] = [new URL(url), { method, body }];
    const { policy, address } = this;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      // Like Chromium: for the form's address and for redirects.
      if (isForm && !allowsForm(policy, at, address)) {
        throw new Error(`The content policy of ${address} forbids a form to ${at.origin}`);
      }
      const { method: sentMethod } = sent;
      for (const hear of this.requested) hear({ url: () => at.href });
      const response = await this.browser.request.fetch(at.href.split("#")[0] ?? "", {
        method: sent.method,
        headers: this.headersOf(sent, from, at),
        maxRedirects: 0,
        ...(sent.body ? { data: sent.body.bytes } : {}),
      });
      const siteResponse = {
        status: () => response.status(),
        text: () => response.text(),
        request: () => ({ method: () => sentMethod }),
      };
      for (const hear of this.answered) hear(siteResponse);
      const { location } = response.headers();
      if (!(response.status() >= 300 && response.status() < 400 && location)) {
        await this.show(at.href, response);
        return response;
      }
      at = new URL(location, at);
      // Only 307 and 308 repeat the body.
      if (response.status() < 307) sent = { method: "GET", body: undefined };
    }
    throw new Error(`More than ${mostRedirects} redirects from ${url}`);
  }

  private headersOf({ method, body }: Navigation, from: string | null, at: URL): Record<string, string> {
    const start = from === null ? null : new URL(from);
    const site = start === null ? "none" : start.origin === at.origin ? "same-origin" : "same-site";
    return {
      Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
      "Accept-Language": "en-US",
      "Upgrade-Insecure-Requests": "1",
      "Sec-Fetch-Site": site,
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
      "Sec-Fetch-User": "?1",
      ...(start === null
        ? {}
        : { Referer: start.origin === at.origin ? start.href.split("#")[0] : `${start.origin}/` }),
      ...(method === "POST" && start ? { Origin: start.origin } : {}),
      ...(body ? { "Content-Type": body.type } : {}),
    };
  }

  /** A download or an empty response keeps the page. */
  private async show(url: string, response: APIResponse): Promise<void> {
    const headers = response.headers();
    if (response.status() === 204 || headers["content-disposition"]?.startsWith("attachment")) return;
    this.address = url;
    this.html = await response.text();
    this.parsed = undefined;
    this.files.clear();
    this.policy = headers["content-security-policy"] ?? "";
    this.history.push(url);
    if (this.refresh?.seconds === 0) await this.followRefresh();
  }
}

/** The document as a browser without scripts parses it. */
function readable(document: Document): Document {
  for (const element of document.querySelectorAll("script, style")) element.remove();
  // The parser keeps the case of `formMethod`; browsers ignore it.
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase();
      if (lower !== name) element.setAttribute(lower, value);
    }
  }
  return document;
}
