import { BackOffice } from "../people/back-office.ts";
import { prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

test("the mailbox lists emails and shows one in a sandboxed frame, and its link opens the order", async ({
  page,
  site,
  lang,
}) => {
  const visitor = new Visitor(page, lang);
  const { ref } = await new BackOffice(site).order();
  const subject = new RegExp(ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3"));
  await expect(async () => {
    await visitor.opens("/mailbox");
    await expect(page.getByRole("link", { name: subject })).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await page.content(), "the list has no links of orders").not.toContain("?t=");
  await page.getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();

  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  const response = await page.request.get(`${site.origin}${await page.locator("iframe").getAttribute("src")}`);
  expect(response.headers()["content-security-policy"]).toMatch(/default-src 'none'.*sandbox allow-top-nav/);
  // Without a setting, links lead to the port of this site.
  await frame.getByRole("link").first().click();
  await expect(page).toHaveURL(`http://localhost:${new URL(site.origin).port}${prefix(lang)}/order/${ref}`);
  const missing = await page.request.get(`${site.origin}${prefix(lang)}/mailbox/nothing/html`);
  expect(missing.status()).toBe(404);
});
