import { parseHTML } from "linkedom";
import { termsVersion } from "../../../contract/order/terms.ts";
import { textOf } from "../../support/http-browser/elements.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import type { SitePage } from "../../support/site-page.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { type Lang, langs, prefix } from "../people/visitor.ts";
import { filled, siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

/** Addresses that return no page, or redirect. */
const noPages =
  /\/(export\.json|orders\.csv|receipt\.json|address\.json|:ref\/status|stream|repeat|return|html|sign-out|auth\/google|refused|gallery)$|\/files\//;
/** Pages of a short-lived state; their own tests open them. */
const inBetween = /\/(sign-up\/code|reset\/code|email\/code|two-factor|link-google|reserve-request(\/stop)?)$/;

for (const lang of langs) {
  test(`every page answers in ${lang}, without an untranslated key or a placeholder`, async ({ page, site }) => {
    const member = new Member(page, lang, site);
    const office = new BackOffice(site);
    const draft = await office.draft();
    const order = await office.order();
    await office.plays(order, "pay_exact");
    await office.becomes(order, "completed");
    for (const made of [draft, order]) await office.opens(page, lang, made);
    const ticket = await office.ticket(page, lang);
    const [letter] = (await office.call("sandboxLetters", { query: { to: customerEmail } })).data;

    const own = (path: string) => path.startsWith(prefix(lang)) && !path.endsWith("*");
    const paths = siteRoutes()
      .map(({ path }) => path)
      .filter((path) => own(path) && !noPages.test(path) && !inBetween.test(path));
    expect(paths.length).toBeGreaterThan(30);
    await member.beginsSignedIn();
    for (const path of paths) {
      const { ref } = /(details|confirm)$/.test(path) ? draft : order;
      const values = { ref, ticket, page: "usdt-to-paypal", id: letter?.id ?? "", version: termsVersion };
      const address = filled(path, values);
      expect((await page.goto(address))?.status(), address).toBe(200);
      await isWhole(page, lang);
    }
  });
}

/** The API reference names fields like `hold.options`, as code. */
async function isWhole(page: SitePage, lang: Lang): Promise<void> {
  const { document } = parseHTML(await page.content());
  expect(document.documentElement.getAttribute("lang"), page.url()).toBe(lang);
  const texts = [...document.querySelectorAll("title, body *:not(script, style, code)")]
    .filter((element) => element.children.length === 0)
    .map((element) => textOf(element).trim());
  const names = [...document.querySelectorAll("[aria-label], [placeholder], [alt], [title]")].flatMap((element) =>
    ["aria-label", "placeholder", "alt", "title"].map((name) => element.getAttribute(name) ?? ""),
  );
  const faults = [...texts, ...names].filter((text) => /\{\{|\}\}|\[object|undefined/.test(text) || isKey(text));
  expect(faults, page.url()).toEqual([]);
}

/** `order:act.cancel` or `act.cancel`: what a page shows for a missing text. */
const isKey = (text: string) =>
  /^([a-z]+:)?[a-z][A-Za-z]*(\.[a-z][A-Za-z_]*)+$/.test(text) && !/\.(com|example|test)$/.test(text);
