import { parseHTML } from "linkedom";
import { termsVersion } from "../../../contract/order/terms.ts";
import { textOf } from "../../support/http-browser/elements.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const documents = [
  "/legal/terms",
  "/legal/terms/2026-11-01",
  "/legal/privacy-policy",
  "/legal/aml-kyc",
  "/legal/accessibility",
];

test("each legal page is numbered, links its sections, and is dated", async ({ page }) => {
  for (const lang of langs) {
    for (const path of documents) {
      await page.goto(`${prefix(lang)}${path}`);
      const { document } = parseHTML(await page.content());
      const links = [...document.querySelectorAll(`nav a[href^="#"]`)].map((link) => link.getAttribute("href") ?? "");
      expect(links.length, path).toBeGreaterThan(3);
      for (const link of links) expect(document.getElementById(link.slice(1)), `${path}${link}`).not.toBeNull();
      expect(textOf(document.getElementById("1.1") ?? document.body)).toMatch(/^1\.1/);
      expect(textOf(document.body)).toMatch(/\d{4}/);
    }
  }
});

test("an order keeps the terms it was confirmed with: its page and receipt link that version", async ({
  page,
  lang,
  site,
}) => {
  const office = new BackOffice(site);
  const order = await office.order();
  await office.opens(page, lang, order);
  const address = `${prefix(lang)}/legal/terms/${termsVersion}?at=${order.order.accepted?.at}`;
  await office.plays(order, "pay_exact");
  await office.becomes(order, "completed");
  for (const path of [`/order/${order.ref}`, `/order/${order.ref}/receipt`]) {
    await page.goto(`${prefix(lang)}${path}`);
    expect(await page.content(), path).toContain(`href="${address}"`);
  }
  expect((await page.goto(address))?.status()).toBe(200);
  await expect(page.getByText(siteText(lang, "legal:earlier"))).toBeVisible();
});

test("an old version says that it is not in force, and an unknown one is not found", async ({ page, lang }) => {
  await page.goto(`${prefix(lang)}/legal/terms/2026-11-01`);
  expect(await page.content()).toContain(`href="${prefix(lang)}/legal/terms"`);
  await expect(page.getByText(lang === "ru" ? /Эта\s+версия\s+не\s+действует/ : /has not been in force/)).toBeVisible();
  for (const version of ["2026-11-02", "..%2f..%2fpackage", "__proto__"]) {
    expect((await page.goto(`${prefix(lang)}/legal/terms/${version}`))?.status(), version).toBe(404);
  }
});
