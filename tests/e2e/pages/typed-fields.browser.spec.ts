import type { Page } from "@playwright/test";
import { anna } from "../../support/orders/example-customer.ts";
import { type Lang, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";

async function hasDetails(page: Page, lang: Lang): Promise<void> {
  const visitor = new Visitor(page, lang);
  await expect(page.getByLabel(visitor.say("details:payout.account.paypal"))).toHaveValue(anna.paypal);
  await expect(page.getByLabel(visitor.say("details:payout.extra.full_name.label"))).toHaveValue(anna.name);
  await expect(page.getByLabel(visitor.say("details:email.label"))).toHaveValue(anna.email);
}

test("what was typed stays when language and theme are switched, on reload, and on Back", async ({ page }) => {
  const visitor = new Visitor(page, "en");
  await visitor.startsAtHome(usdtToPaypal);
  await hydrated(page);
  await visitor.typesDetails(usdtToPaypal);

  await page.getByRole("button", { name: /Russian$/ }).click();
  await expect(page).toHaveURL(/\/Ru\/.+\/details$/);
  await hydrated(page);
  await hasDetails(page, "ru");

  await page.getByRole("button", { name: new Visitor(page, "ru").say("shell:theme.dark") }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await hydrated(page);
  await hasDetails(page, "ru");

  await page.reload();
  await hydrated(page);
  await hasDetails(page, "ru");

  const russian = new Visitor(page, "ru");
  await russian.button("details:submit").click();
  await expect(page).toHaveURL(/\/confirm$/);
  await page.goBack();
  await hydrated(page);
  await hasDetails(page, "ru");
});

test("a password stays nowhere, and another order gets nothing of what was typed for this one", async ({ page }) => {
  const visitor = new Visitor(page, "en");
  await visitor.opens("/sign-in");
  await hydrated(page);
  await page.getByLabel(visitor.say("auth:email")).fill(anna.email);
  await page.getByLabel(visitor.say("auth:password"), { exact: true }).fill("never kept");
  await page.getByRole("button", { name: /Russian$/ }).click();
  await expect(page).toHaveURL(/\/Ru\/sign-in/);
  await hydrated(page);
  await expect(page.locator("input[name=email]")).toHaveValue(anna.email);
  await expect(page.locator("input[name=password]")).toHaveValue("");
  const storedText = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]));
  expect(storedText).not.toContain("never kept");

  await visitor.startsAtHome(usdtToPaypal);
  await hydrated(page);
  await visitor.typesDetails(usdtToPaypal);
  await visitor.startsAtHome(usdtToPaypal);
  await hydrated(page);
  await expect(page.getByLabel(visitor.say("details:payout.account.paypal"))).toHaveValue("");
});

test("a field is no longer red once it is corrected, and again after the next refusal", async ({ page }) => {
  const visitor = new Visitor(page, "en");
  await visitor.startsAtHome(usdtToPaypal);
  await hydrated(page);
  await visitor.typesDetails(usdtToPaypal);
  const email = page.getByLabel(visitor.say("details:email.label"));
  const refused = async (typed: string) => {
    await email.fill(typed);
    await visitor.button("details:submit").click();
    await expect(email).toHaveAttribute("aria-invalid", "true");
  };
  await refused("anna");
  const error = page.locator('[id="email-error"]');
  const sentence = await error.innerText();
  await email.fill("anna@");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(error).toHaveText(sentence);
  await refused("anna@");
});
