import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice } from "../people/back-office.ts";
import { btcToPaypal, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** What a real browser does without scripts; the rest of these pages is tested over HTTP. */

test("an order goes from the home page to the payout", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.startsAtHome(btcToPaypal);
  await visitor.fillsDetails(btcToPaypal);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await visitor.button("order:sandbox.pay_exact").click();
  await visitor.sees("order:state.completed.title");
});

test("the calculator shows its recalculate buttons and hides controls that need scripts", async ({
  page,
  lang,
  site,
}) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await page.getByLabel(visitor.say("calculator:get")).fill("300");
  await visitor.button("calculator:recalculateGet").click();
  await expect(page.getByLabel(visitor.say("calculator:send"))).toHaveValue(/^3\d\d/);
  const office = new BackOffice(site);
  await office.opens(page, lang, await office.order());
  await expect(page.getByRole("link", { name: visitor.say("order:timeline.refresh") })).toBeVisible();
  await expect(page.locator(".needs-script").filter({ visible: true })).toHaveCount(0);
});

test("the calculator shows both amounts whole on a phone", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  for (const [width, amount] of [
    [320, "0.00512"],
    [390, "0.05123456"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await visitor.opens(`/exchange/crypto-to-paypal?from=btc&to=paypal-usd&amount=${amount}`);
    for (const side of ["send", "get"]) {
      const input = page.getByLabel(visitor.say(`calculator:${side}`));
      await expect(input).toHaveValue(/\d{3}/);
      expect(await input.evaluate((field) => field.scrollWidth - field.clientWidth), `${side} at ${width}`).toBe(0);
    }
  }
});

test("an order's page refreshes itself", async ({ page, lang, site }) => {
  const visitor = new Visitor(page, lang);
  const office = new BackOffice(site);
  const orderKey = await office.order();
  // The same page, refreshed after one second instead of fifteen.
  await page.route(new RegExp(`/order/${orderKey.ref}$`), async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/(http-equiv="refresh" content=)"15"/i, '$1"1"') });
  });
  await office.opens(page, lang, orderKey);
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await office.cancels(orderKey);
  await expect(visitor.status("order:state.cancelled.title")).toBeVisible();
});

test("the question before a cancellation opens and closes, and its button cancels", async ({ page, lang, site }) => {
  const visitor = new Visitor(page, lang);
  const office = new BackOffice(site);
  await office.opens(page, lang, await office.order());
  const question = page.getByText(visitor.say("order:act.cancel"), { exact: true });
  await expect(visitor.button("order:act.cancelSure")).not.toBeVisible();
  await question.click();
  await expect(visitor.button("order:act.cancelSure")).toBeVisible();
  await page.getByRole("link", { name: visitor.say("order:act.keep") }).click();
  await expect(visitor.button("order:act.cancelSure")).not.toBeVisible();
  await question.click();
  await visitor.button("order:act.cancelSure").click();
  await expect(visitor.status("order:state.cancelled.title")).toBeVisible();
});

test("two quick presses make one order, and Back does not send it again", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.consents();
  const ref = visitor.ref();
  await visitor.button("confirm:submit").dblclick();
  await expect(page).toHaveURL(new RegExp(`/order/${ref}$`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/order/${ref}$`));
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});

test("an empty form is sent, and the page shows a message beside each field", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await page.getByLabel(visitor.say("details:email.label")).fill("not an address");
  await visitor.button("details:submit").click();
  await expect(page.getByText(visitor.say("problems:field.email_format")).first()).toBeVisible();
  await expect(page.getByText(visitor.say("problems:required.refund_address")).first()).toBeVisible();
  await expect(page.getByLabel(visitor.say("details:email.label"))).toHaveValue("not an address");
});

test("what is typed into an order's details outlasts a change of language and theme", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.startsAtHome(usdtToPaypal);
  await visitor.typesDetails(usdtToPaypal);
  const before = await page.locator("[name='payout.account']").inputValue();
  await page.getByRole("button", { name: /^en/i }).first().click();
  await expect(page).toHaveURL(/\/En\/order\/\w+\/details$/);
  await expect(page.locator("[name='payout.account']")).toHaveValue(before);
  await page.locator("[name=email]").fill("other@example.com");
  await page.locator("button[name=theme]").filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/En\/order\/\w+\/details$/);
  await expect(page.locator("[name=email]")).toHaveValue("other@example.com");
  // Once: a page that is opened later is as the service knows it.
  await page.goto(page.url());
  await expect(page.locator("[name=email]")).toHaveValue("");
});

test("the field of a rejected amount has the focus", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await page.getByLabel(visitor.say("calculator:send")).fill("6");
  await visitor.button("calculator:continue").click();
  await expect(page.getByText(visitor.say("calculator:problem.below_min")).first()).toBeVisible();
  await expect(page.getByLabel(visitor.say("calculator:send"))).toBeFocused();
});

test("the content security policy allows forms to lead to the gateway's page and back", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await page.getByText(visitor.say("confirm:payWith.hosted_gateway.title")).click();
  await visitor.confirms();
  await page.getByRole("link", { name: visitor.say("order:pay.gateway") }).click();
  await page.locator('button[value="pay"]').click();
  await visitor.sees("order:state.completed.title");
});

test("an email of the mailbox opens its order from the frame", async ({ page, lang, site }) => {
  const visitor = new Visitor(page, lang);
  const office = new BackOffice(site);
  const { ref } = await office.order();
  await expect.poll(() => office.emails(ref)).toContain("created");
  const { data } = await office.call("sandboxLetters", { query: { to: anna.email } });
  const email = data.find(({ text }) => text.includes(ref));
  await visitor.opens(`/mailbox/${email?.id}`);
  const link = page.frameLocator("iframe").getByRole("link").first();
  await expect(link).toHaveAttribute("href", new RegExp(`/order/${ref}\\?t=`));
});
