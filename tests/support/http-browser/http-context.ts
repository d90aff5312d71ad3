import type { APIRequest, APIRequestContext, BrowserContext } from "@playwright/test";
import type { SiteContext } from "../site-page.ts";
import { HttpPage } from "./http-page.ts";

type State = Awaited<ReturnType<APIRequestContext["storageState"]>>;
type Cookies = Parameters<BrowserContext["addCookies"]>[0];
type Which = Parameters<BrowserContext["clearCookies"]>[0];

/** A browser without scripts: its cookies and pages. */
export class HttpContext implements SiteContext {
  private constructor(
    private readonly requests: APIRequest,
    readonly origin: string,
    public request: APIRequestContext,
  ) {}

  static async open(requests: APIRequest, origin: string): Promise<HttpContext> {
    return new HttpContext(requests, origin, await requests.newContext({ baseURL: origin }));
  }

  async newPage(): Promise<HttpPage> {
    return new HttpPage(this);
  }

  async cookies(): Promise<State["cookies"]> {
    return (await this.request.storageState()).cookies;
  }

  async addCookies(added: Cookies): Promise<void> {
    const whole = added.map(({ url, ...cookie }) => ({
      domain: new URL(url ?? this.origin).hostname,
      path: "/",
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: "Lax" as const,
      ...cookie,
    }));
    const names = new Set(whole.map(({ name }) => name));
    await this.keep((await this.cookies()).filter(({ name }) => !names.has(name)).concat(whole));
  }

  async clearCookies(filter?: Which): Promise<void> {
    await this.keep((await this.cookies()).filter(({ name }) => filter?.name !== undefined && name !== filter.name));
  }

  async close(): Promise<void> {
    await this.request.dispose();
  }

  /** The cookie jar is passed to the request context. */
  private async keep(cookies: State["cookies"]): Promise<void> {
    const before = this.request;
    this.request = await this.requests.newContext({ baseURL: this.origin, storageState: { cookies, origins: [] } });
    await before.dispose();
  }
}
