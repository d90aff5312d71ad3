import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { langs, prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const en = { name: /^en/i };
const ru = { name: /^ru/i };

/** What is typed, without scripts; an order's details also in a real browser: no-scripts/order.no-scripts.spec.ts. */

test("a message to support outlasts a change of language, and a password does not", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/company/contact-us");
  await page.locator("[name=message]").fill("Where is my order?");
  await page.locator("[name=topic]").selectOption("other");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/company\/contact-us$/);
  await expect(page.locator("[name=message]")).toHaveValue("Where is my order?");
  await expect(page.locator("[name=topic]")).toHaveValue("other");
  await page.goto("/En/sign-in");
  await page.locator("main [name=email]").fill("anna@example.com");
  await page.locator("main [name=password]").fill("not to be kept");
  await page.getByRole("button", ru).first().click();
  await expect(page).toHaveURL(/\/Ru\/sign-in$/);
  await expect(page.locator("main [name=email]")).toHaveValue("anna@example.com");
  await expect(page.locator("main [name=password]")).toHaveValue("");
});

for (const lang of langs) {
  const [other, switches] = lang === "en" ? (["ru", ru] as const) : (["en", en] as const);

  test(`a withdrawal outlasts a change of language and theme, from ${lang}`, async ({ page, site }) => {
    const member = new Member(page, lang, site);
    await member.beginsWithMoney("300");
    await member.opens("/dashboard/withdrawals/new?asset=usdt-trc20");
    await page.locator("[name=amount]").fill("12");
    await page.locator("[name=account]").fill("an address that is not finished");
    await page.getByRole("button", switches).first().click();
    await expect(page).toHaveURL(new RegExp(`${prefix(other)}/dashboard/withdrawals/new`));
    await page.locator("button[name=theme]").filter({ visible: true }).first().click();
    await expect(page.locator("[name=amount]")).toHaveValue("12");
    await expect(page.locator("[name=account]")).toHaveValue("an address that is not finished");
    expect(page.url()).not.toContain("finished");
  });

  test(`an answer to support outlasts a change of language, from ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/company/contact-us");
    await page.locator("[name=topic]").selectOption("other");
    await page.locator("[name=email]").fill("anna@example.com");
    await page.locator("[name=message]").fill("Where is my order?");
    await visitor.button("support:form.submit").click();
    await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
    await page.locator("[name=message]").fill("I have found it");
    await page.getByRole("button", switches).first().click();
    await expect(page).toHaveURL(new RegExp(`${prefix(other)}/support/SUP-\\d+$`));
    await expect(page.locator("[name=message]")).toHaveValue("I have found it");
  });
}

test("a page without its form changes language all the same", async ({ page, lang, site }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/withdrawals/new");
  await expect(page.locator("[name=amount]")).toHaveCount(0);
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/dashboard\/withdrawals\/new$/);
});

test("an account for a payout that came back outlasts a change of language and theme", async ({ page, lang, site }) => {
  const office = new BackOffice(site);
  const order = await office.order();
  await office.plays(order, "pay_exact");
  await office.becomes(order, "completed");
  await office.plays(order, "payout_returned");
  await office.becomes(order, "on_hold");
  await office.opens(page, lang, order);
  const field = page.locator("[name='payout.account']");
  await field.fill("zoe@mail");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(new RegExp(`/En/order/${order.ref}$`));
  await expect(field).toHaveValue("zoe@mail");
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(field).toHaveValue("zoe@mail");
});

test("an amount outlasts a change of language", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await page.locator("[name=from_amount]").fill("700");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/exchange\/usdt-to-paypal\?.*amount=700/);
  await expect(page.locator("[name=from_amount]")).toHaveValue("700");
});

test("an amount on the home page outlasts a change of language and theme, in the address", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("");
  await page.locator("[name=from_amount]").fill("700,5");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\?.*from_amount=700/);
  await expect(page.locator("[name=from_amount]")).toHaveValue("700,5");
  await page.locator("[name=from_amount]").fill("700.5");
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(page.locator("[name=from_amount]")).toHaveValue("700.5");
});

test("an amount on a pair's page outlasts a change of language and theme, and its rates keep their time", async ({
  page,
  lang,
}) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/pairs/usdt-trc20-to-paypal-usd?period=year");
  await page.locator("[name=from_amount]").fill("700,5");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/pairs\/usdt-trc20-to-paypal-usd\?period=year&.*from_amount=700/);
  await expect(page.locator("[name=from_amount]")).toHaveValue("700,5");
  await page.locator("[name=from_amount]").fill("700.5");
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(page.locator("[name=from_amount]")).toHaveValue("700.5");
  expect(page.url()).toContain("period=year");
});

test("what is typed into the partners' calculator outlasts a change of language and theme", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/earn");
  await page.locator("[name=exchanges]").fill("37");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/earn\?.*exchanges=37/);
  await page.locator("[name=amount]").fill("250");
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(page.locator("[name=exchanges]")).toHaveValue("37");
  await expect(page.locator("[name=amount]")).toHaveValue("250");
});

test("an amount on the overview outlasts a change of language", async ({ page, lang, site }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard");
  await page.locator("[name=from_amount]").fill("700");
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/dashboard\?/);
  await expect(page.locator("[name=from_amount]")).toHaveValue("700");
});

test("consents and the choice of a payment method outlast a change of language and theme", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.startsAtHome(usdtToPaypal);
  await visitor.typesDetails(usdtToPaypal);
  await visitor.button("details:submit").click();
  await expect(page).toHaveURL(/\/Ru\/order\/\w+\/confirm$/);
  const ticked = page.locator("[name=terms]");
  const other = page.locator("[name='rule.name_must_match']");
  await ticked.check();
  await page.getByRole("radio").nth(1).check();
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/order\/\w+\/confirm$/);
  await expect(ticked).toBeChecked();
  await expect(other).not.toBeChecked();
  await expect(page.getByRole("radio").nth(1)).toBeChecked();
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(ticked).toBeChecked();
  // Once: a page that is opened later has no box ticked.
  await page.goto(page.url());
  await expect(ticked).not.toBeChecked();
});

test("a profile and a new address outlast a change of language", async ({ page, lang, site }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account");
  await page.locator("[name=name]").fill("Anna");
  await page.locator("[name=news]").check();
  await page.getByRole("button", en).first().click();
  await expect(page).toHaveURL(/\/En\/dashboard\/account$/);
  await expect(page.locator("[name=name]")).toHaveValue("Anna");
  await expect(page.locator("[name=news]")).toBeChecked();
  await member.opens("/dashboard/account/addresses");
  await page.locator("[name=label]").fill("Ledger");
  await page.getByRole("button", en).first().click();
  await expect(page.locator("[name=label]")).toHaveValue("Ledger");
});
