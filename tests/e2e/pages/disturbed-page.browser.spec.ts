import type { Page, Route } from "@playwright/test";
import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { test as base, expect } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";
import { test as plain } from "../setup/site.ts";

const test = base.extend<{ office: BackOffice }>({
  office: async ({ site }, use) => use(new BackOffice(site)),
});

/** Remix's requests in the background. */
const data = /\.data(\?|$)/;
const disturbances: Record<string, (route: Route) => Promise<void>> = {
  "the network is away": (route) => route.abort("internetdisconnected"),
  "a proxy answers instead": (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }),
};

/** As our front refuses an address that sends too many forms, and a proxy that forwards too many. */
const limited = (route: Route) =>
  route.fulfill({ status: 429, contentType: "text/plain", headers: { "retry-after": "1" }, body: "Too many." });

const notice = (page: Page, visitor: Visitor, key: string) =>
  page.getByRole("alert").filter({ hasText: new RegExp(visitor.say(key).source.slice(1, -1)) });

for (const [name, disturb] of Object.entries(disturbances)) {
  test(`${name}: an order that was just paid stays on its page and goes on when there is an answer`, async ({
    page,
    office,
  }) => {
    for (const lang of langs) {
      const order = await office.order();
      const visitor = new Visitor(page, lang);
      await office.opens(page, lang, order);
      await hydrated(page);
      await page.route(data, disturb);
      await office.plays(order, "pay_exact");
      await expect(notice(page, visitor, "errors:connection.waiting")).toBeVisible();
      await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
      await page.unroute(data);
      await visitor.sees("order:state.completed.title");
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
  });

  test(`${name}: a form that could not be sent stays as it was typed, and can be sent again`, async ({ page }) => {
    for (const lang of langs) {
      const visitor = new Visitor(page, lang);
      await visitor.startsAtHome(usdtToPaypal);
      await hydrated(page);
      await page.route(data, disturb);
      await visitor.typesDetails(usdtToPaypal);
      await visitor.button("details:submit").click();
      await expect(notice(page, visitor, "errors:connection.unsent")).toBeVisible();
      await expect(page.getByLabel(visitor.say("details:payout.account.paypal"))).toHaveValue(anna.paypal);
      await expect(page.getByLabel(visitor.say("details:email.label"))).toHaveValue(anna.email);
      await page.unroute(data);
      await visitor.button("details:submit").click();
      await expect(page).toHaveURL(/\/confirm$/);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
  });
}

test("a form that is refused in plain text stays as it was typed, says why, and can be sent again", async ({
  page,
}) => {
  for (const lang of langs) {
    const visitor = new Visitor(page, lang);
    await visitor.startsAtHome(usdtToPaypal);
    await hydrated(page);
    await page.route(data, limited);
    await visitor.typesDetails(usdtToPaypal);
    await visitor.button("details:submit").click();
    await expect(notice(page, visitor, "errors:connection.tooMany")).toBeVisible();
    await expect(page.getByLabel(visitor.say("details:email.label"))).toHaveValue(anna.email);
    await page.unroute(data);
    await visitor.button("details:submit").click();
    await expect(page).toHaveURL(/\/confirm$/);
  }
});

/** As Chromium's translation: each text gives way to elements with the translated one, also texts that change later. */
async function isTranslated(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isText = (node: Node): node is Text => node instanceof Text && (node.nodeValue ?? "").trim() !== "";
    function translate(text: Text): void {
      const parent = text.parentElement;
      if (!parent || parent.closest("font, script, style, svg, title, textarea, option")) return;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      inner.textContent = `«${text.nodeValue}»`;
      text.before(outer);
      text.remove();
    }
    function translateAll(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) texts.push(node);
      for (const text of texts) translate(text);
    }
    translateAll(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === "characterData" && isText(target) && target.isConnected) translate(target);
        for (const node of addedNodes) {
          if (!node.isConnected) continue;
          if (isText(node)) translate(node);
          else translateAll(node);
        }
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const translated = (page: Page, visitor: Visitor, key: string) =>
  page.getByRole("heading", { level: 1, name: new RegExp(`«${visitor.say(key).source.slice(1, -1)}»`) });

test("a translated order page shows each change of status, translated", async ({ page, office }) => {
  const visitor = new Visitor(page, "en");
  const order = await office.order();
  await office.opens(page, "en", order);
  await hydrated(page);
  await isTranslated(page);
  await expect(translated(page, visitor, "order:state.awaiting_payment.title")).toBeVisible();
  await office.plays(order, "pay_exact");
  await expect(translated(page, visitor, "order:state.completed.title")).toBeVisible();
  // No text of a state before is left beside the new ones.
  await expect(page.locator("main")).not.toContainText("Waiting for");
});

// React reports that it makes the page anew.
plain(
  "what was typed before the scripts stays, also where an extension's element makes hydration fail",
  async ({ page, site }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    const draft = await new BackOffice(site).draft();
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => document.documentElement.append(document.createElement("div")));
    });
    let release = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/entry\.client/, async (route) => {
      await typed;
      await route.continue();
    });
    const visitor = new Visitor(page, "en");
    await page.goto(`${site.origin}/En/order/${draft.ref}/details?t=${draft.token}`, { waitUntil: "commit" });
    await page.getByLabel(visitor.say("details:email.label")).waitFor();
    await visitor.typesDetails(usdtToPaypal);
    release();
    await hydrated(page);
    expect(errors.join()).toContain("#423");
    await expect(page.getByLabel(visitor.say("details:payout.account.paypal"))).toHaveValue(anna.paypal);
    await expect(page.getByLabel(visitor.say("details:email.label"))).toHaveValue(anna.email);
    await visitor.button("details:submit").click();
    await expect(page).toHaveURL(/\/confirm$/);
  },
);
