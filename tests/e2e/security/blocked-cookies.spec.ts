import { anna } from "../../support/orders/example-customer.ts";
import { withoutCookies } from "../../support/site/without-cookies.ts";
import type { SitePage } from "../../support/site-page.ts";
import { BackOffice } from "../people/back-office.ts";
import { prefix, Visitor } from "../people/visitor.ts";
import { expect, test as story } from "../setup/story.ts";

const calculator = "/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=345&side=from";

const test = story.extend<{ blocked: SitePage }>({
  blocked: async ({ site, newBrowser }, use) => {
    const bare = await withoutCookies(site.origin);
    await use(await newBrowser(bare.origin));
    bare.close();
  },
});

test("the calculator of a browser without cookies says why one is needed, keeps the amount and opens no draft", async ({
  blocked,
  lang,
}) => {
  const visitor = new Visitor(blocked, lang);
  await visitor.opens(calculator);
  for (const _press of ["first", "again"]) {
    await visitor.button("calculator:continue").click();
    await expect(blocked.getByText(visitor.say("problems:cookies_blocked")).first()).toBeVisible();
    // A draft would have led to its page.
    await expect(blocked).toHaveURL(/\/exchange\/usdt-to-paypal/);
    await expect(blocked.locator("[name=from_amount]")).toHaveValue("345");
  }
});

for (const path of ["/sign-up", "/sign-in"]) {
  test(`${path} of a browser without cookies says so and sends nothing`, async ({ blocked, lang }) => {
    const visitor = new Visitor(blocked, lang);
    await visitor.opens(path);
    await blocked.locator("main [name=email]").fill("blocked@example.com");
    if (path === "/sign-in") await blocked.locator("main [name=password]").fill("not the password");
    await blocked.locator("main form[method=post] button[type=submit]").last().click();
    await expect(blocked.getByText(visitor.say("problems:cookies_blocked")).first()).toBeVisible();
    await expect(blocked.locator("main [name=email]")).toHaveValue("blocked@example.com");
  });
}

test("a message to support from a browser without cookies is not sent, and stays in its form", async ({
  blocked,
  lang,
}) => {
  const visitor = new Visitor(blocked, lang);
  await visitor.opens("/company/contact-us");
  await blocked.locator("main [name=email]").fill("blocked@example.com");
  await blocked.locator("main [name=topic]").first().selectOption("other");
  await blocked.locator("main [name=message]").fill("Where is my order, please?");
  await blocked.locator("main form[method=post] button[type=submit]").last().click();
  await expect(blocked.getByText(visitor.say("problems:cookies_blocked")).first()).toBeVisible();
  await expect(blocked.locator("main [name=message]")).toHaveValue("Where is my order, please?");
});

test("the first form of a browser that has no cookie yet opens an order", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens(calculator);
  await page.context().clearCookies();
  await visitor.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/order\/[A-Z0-9-]+\/details$/);
});

test("an emailed link in a browser without cookies says what to do", async ({ blocked, site, lang }) => {
  const visitor = new Visitor(blocked, lang);
  const office = new BackOffice(site);
  const { ref } = await office.order();
  const link = await office.emailedLink(ref, anna.email);
  await blocked.goto(link.replace(/^\/\w\w/, prefix(lang)));
  await expect(blocked.getByText(visitor.say("errors:errorPage.cookies"))).toBeVisible();
});

test("a page that does not exist says nothing about cookies", { tag: "@http" }, async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/nowhere");
  await expect(page.getByText(visitor.say("errors:errorPage.title")).first()).toBeVisible();
  await expect(page.getByText(visitor.say("errors:errorPage.cookies"))).toHaveCount(0);
});
