import type { Page } from "@playwright/test";
import { withDiverted } from "../../support/diverted-requests.mjs";
import { siteverifyServer } from "../../support/service/bot-checks.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";
import { listenForComplaints } from "../setup/complaints.ts";
import { hydrated } from "../setup/medium.ts";

/** Like the snippets of such services: a new element before the first script of the page. */
const usual = `document.getElementsByTagName("script")[0].before(Object.assign(document.createElement("script"), { type: "text/plain", className: "added" }));`;
const text = (key: Parameters<typeof siteText>[1]) => siteText("en", key);
const bytes = { script: "text/javascript", frame: "text/html", style: "text/css", answer: "application/json" };

/**
 * What the scripts of the providers do in a page, at their real addresses: the policy of a page names these, and a browser
 * asks it before it asks anybody else.
 */
const doubles: Record<string, [type: string, body: string]> = {
  "https://challenges.cloudflare.com/turnstile/v0/api.js": [
    bytes.script,
    inFrame("turnstile", "https://challenges.cloudflare.com/frame"),
  ],
  "https://js.hcaptcha.com/1/api.js": [
    bytes.script,
    `document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "https://newassets.hcaptcha.com/style.css" }));
     void fetch("https://api.hcaptcha.com/checksiteconfig", { method: "POST" });
     ${inFrame("hcaptcha", "https://newassets.hcaptcha.com/frame")}`,
  ],
  "https://www.google.com/recaptcha/api.js": [
    bytes.script,
    `const started = [];
     window.grecaptcha = { ready: (then) => started.push(then), render: (...given) => window.rendered(...given) };
     window.begin = () => started.forEach((then) => then());
     document.head.append(Object.assign(document.createElement("script"), { src: "https://www.gstatic.com/recaptcha/releases/api.js" }));`,
  ],
  "https://www.gstatic.com/recaptcha/releases/api.js": [
    bytes.script,
    `{ ${inFrame("own", "https://www.google.com/recaptcha/frame")}; window.rendered = window.own.render; window.begin(); }`,
  ],
  "https://challenges.cloudflare.com/frame": [bytes.frame, passed()],
  "https://newassets.hcaptcha.com/frame": [bytes.frame, passed()],
  "https://www.google.com/recaptcha/frame": [bytes.frame, passed()],
  "https://newassets.hcaptcha.com/style.css": [bytes.style, ""],
  "https://api.hcaptcha.com/checksiteconfig": [bytes.answer, "{}"],
  "https://www.googletagmanager.com/gtm.js": [
    bytes.script,
    `${usual} new Image().src = "https://www.google-analytics.com/collect?page=" + window.dataLayer.length;`,
  ],
  "https://www.google-analytics.com/collect": [bytes.answer, ""],
  "https://embed.tawk.to/0123456789abcdef01234567/default": [
    bytes.script,
    `${usual} document.body.append(Object.assign(document.createElement("p"), { textContent: "The live chat" }));`,
  ],
  "https://static.zdassets.com/ekr/snippet.js": [
    bytes.script,
    `${usual} document.body.append(Object.assign(document.createElement("p"), { textContent: document.getElementById("ze-snippet") && "The support widget" }));`,
  ],
};

/** A widget with a frame, which says when the visitor has passed. */
function inFrame(name: string, address: string): string {
  return `window.${name} = { render(place, { sitekey, callback }) {
    addEventListener("message", ({ data, origin }) => origin === new URL("${address}").origin && callback(data + sitekey));
    place.append(Object.assign(document.createElement("iframe"), { src: "${address}" }));
  } };`;
}

function passed(): string {
  return `<button onclick="parent.postMessage('passed-', '*')">I am human</button>`;
}

/** Answers for every provider; returns what it was asked for. */
async function standIn(page: Page, site: Site): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(
    (url) => url.origin !== site.origin,
    async (route) => {
      const url = new URL(route.request().url());
      const address = `${url.origin}${url.pathname}`;
      asked.push(address);
      const double = doubles[address];
      if (!double) return route.abort();
      const [contentType, body] = double;
      await route.fulfill({ contentType, body, headers: { "Access-Control-Allow-Origin": "*" } });
    },
  );
  return asked;
}

const first = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  hcaptcha: "https://js.hcaptcha.com/1/api.js",
  recaptcha: "https://www.google.com/recaptcha/api.js",
};

for (const [provider, script] of Object.entries(first)) {
  test(`${provider} is loaded when its box is pressed, and its token lets the form through`, async ({ page }) => {
    const verdict = { success: true, hostname: "localhost", action: "subscribe" };
    const verify = await siteverifyServer({ "passed-public-key": verdict });
    const guarded = await startSite({
      BOT_CHECK: provider,
      BOT_CHECK_SITE_KEY: "public-key",
      BOT_CHECK_SECRET: "secret-key",
      ...withDiverted(verify.diverted),
    });
    const asked = await standIn(page, guarded);
    await page.goto(`${guarded.origin}/En/newsletter`);
    await expect(page.getByRole("checkbox", { name: text("check:idle") })).toBeEnabled();
    expect(asked).toEqual([]);

    await page.getByLabel(text("newsletter:email")).first().fill("anna@example.com");
    await page.getByRole("checkbox", { name: text("check:idle") }).check();
    await page.frameLocator("[data-bot-check-widget] iframe").getByRole("button").click();
    await expect(page.getByRole("checkbox", { name: text("check:passed") })).toBeChecked();
    expect(asked[0]).toBe(script);
    await page
      .getByRole("button", { name: text("newsletter:submit") })
      .first()
      .click();
    await expect(page.getByText("anna@example.com")).toBeVisible();
    expect(verify.asked.map((form) => form.get("response"))).toEqual(["passed-public-key"]);
    await page.close();
    await guarded.stop();
    verify.stop();
  });
}

/**
 * Delays our scripts until the page is parsed and third-party scripts have run: the elements that those add before
 * hydration must not break it.
 */
async function hydrateLast(page: Page, asked: readonly string[]): Promise<void> {
  await page.context().route(/\/assets\/entry\.client/, async (route) => {
    const opened = route.request().frame().page();
    const is = (state: () => boolean) => expect.poll(() => opened.evaluate(state)).toBe(true);
    const before = asked.length;
    await is(() => document.readyState !== "loading");
    if (asked.length > before) await is(() => document.querySelector(".added") !== null);
    await route.continue();
  });
}

test("a tag manager waits for a Yes, a chat and a support widget for their buttons, and nothing is in the way of either", async ({
  page,
}) => {
  const equipped = await startSite({
    STATISTICS: "gtm:GTM-ABC123",
    LIVE_CHAT: "tawk:0123456789abcdef01234567/default",
    SUPPORT_WIDGET: "zendesk:01234567-89ab-cdef-0123-456789abcdef",
  });
  const asked = await standIn(page, equipped);
  await hydrateLast(page, asked);
  const errors: string[] = [];
  page.context().on("weberror", (webError) => errors.push(String(webError.error())));
  await page.goto(`${equipped.origin}/En/company/contact-us`);
  const yes = page.getByRole("button", { name: text("cookies:banner.yes"), exact: true });
  await expect(yes).toBeVisible();
  expect(asked).toEqual([]);
  await yes.click();
  await expect
    .poll(() => asked)
    .toEqual(["https://www.googletagmanager.com/gtm.js", "https://www.google-analytics.com/collect"]);
  for (const [chat, name, notice, script] of [
    ["live", "tawk.to", "The live chat", "https://embed.tawk.to/0123456789abcdef01234567/default"],
    ["support", "Zendesk", "The support widget", "https://static.zdassets.com/ekr/snippet.js"],
  ] as const) {
    const before = asked.length;
    const opening = page.context().waitForEvent("page");
    await page.getByRole("button", { name: siteText("en", `cookies:chat.${chat}`, { name }) }).click();
    const opened = await opening;
    const mustBeNone = listenForComplaints(opened);
    await hydrated(opened);
    await expect(opened.getByText(notice)).toBeVisible();
    mustBeNone();
    // The policy of a chat's page is open for the chat alone, so a tag manager is not loaded there.
    expect(asked.slice(before)).toEqual([script]);
    await opened.close();
  }
  expect(errors).toEqual([]);
  await page.close();
  await equipped.stop();
});
