import type { Fixtures, Page } from "@playwright/test";
import { withDiverted } from "../../support/diverted-requests.mjs";
import {
  clientId,
  clientSecret,
  type GoogleAccount,
  type OpenIdProvider,
  startProvider,
  tokenOrigin,
} from "../../support/service/openid-provider.ts";
import { type ChaosProxy, chaosProxy } from "../../support/site/chaos-proxy.ts";
import { type GoogleButton, googleButton, googleButtonPages } from "../../support/site/google-button.ts";
import { freePort, startSite } from "../../support/site/site.ts";
import type { SitePage } from "../../support/site-page.ts";
import { Member } from "../people/member.ts";
import { type Lang, prefix } from "../people/visitor.ts";
import { test as browserTest } from "../setup/browser-test.ts";
import { expect } from "../setup/expect.ts";
import type { SiteAtPace } from "../setup/site.ts";
import { test as story } from "../setup/story.ts";

/** `tokens`: a proxy between the site and the token endpoint. */
type Google = { provider: OpenIdProvider; tokens: ChaosProxy; button: GoogleButton };

type WithGoogle = { google: Google & { settings: Record<string, string> } };

/** A site that comes to a real OpenID provider where it asks Google, and a fake of Google's button script. */
const googleSite: Fixtures<object, WithGoogle & { siteAtPace: SiteAtPace }> = {
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const port = String(await freePort());
      const provider = await startProvider(`http://127.0.0.1:${port}/auth/google/callback`);
      const tokens = await chaosProxy(provider.url);
      const button = googleButton(provider, { sub: "nobody", email: "nobody@mail.com" });
      const settings = {
        PORT: port,
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: clientSecret,
        ...withDiverted({ ...provider.diverted, [tokenOrigin]: tokens.url }),
      };
      await use({ provider, tokens, button, settings });
      await tokens.stop();
      provider.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  siteAtPace: [
    async ({ google }, use) => {
      const site = await startSite(google.settings);
      await use(async () => site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
};

export const test = story.extend<object, WithGoogle>(googleSite).extend({
  newBrowser: async ({ newBrowser, medium, google }, use) =>
    use(async (origin) => {
      const page = await newBrowser(origin);
      if (medium === "browser") await (page as Page).context().route(googleButtonPages, google.button.answer);
      return page;
    }),
});
export const inBrowser = browserTest.extend<object, WithGoogle>(googleSite).extend({
  context: async ({ context, google }, use) => {
    await context.route(googleButtonPages, google.button.answer);
    await use(context);
  },
});

/** A visitor with a Google account. */
export class GoogleUser extends Member {
  readonly account: GoogleAccount;

  constructor(
    page: SitePage,
    lang: Lang,
    site: ConstructorParameters<typeof Member>[2],
    readonly google: Google,
    about: Partial<GoogleAccount> = {},
  ) {
    super(page, lang, site);
    this.account = { sub: `g-${crypto.randomUUID()}`, email: this.email, name: "Anna Ozola", ...about };
    google.provider.knows(this.account);
  }

  /** Presses the plain button of the open page. */
  async goesToGoogle(): Promise<void> {
    await this.page.getByRole("link", { name: this.say("auth:google.continue") }).click();
  }

  /** Signs in at Google, for the first time in this browser, and gives consent. */
  async agrees(): Promise<void> {
    await this.page.getByPlaceholder("Enter any login").fill(this.account.sub);
    await this.page.getByPlaceholder("and password").fill("any");
    await this.page.getByRole("button", { name: "Sign-in" }).click();
    await this.page.getByRole("button", { name: "Continue" }).click();
  }

  async comesWithGoogle(path = "/sign-in"): Promise<void> {
    await this.opens(path);
    await this.goesToGoogle();
    await this.agrees();
  }

  async seesFailure(key: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`${prefix(this.lang)}/sign-in\\?`));
    await expect(this.page.getByText(this.say(key))).toBeVisible();
    await expect(this.page.getByRole("link", { name: this.say("auth:google.continue") })).toBeVisible();
    expect((await this.page.context().cookies()).some(({ name }) => name === "session")).toBe(false);
  }
}
