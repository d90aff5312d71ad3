import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect, test } from "../setup/browser-test.ts";

/** One page of each kind; `npm run proof` opens all pages, in both themes and at three widths. */
const kinds = [
  "",
  "/company/contact-us",
  "/developers",
  "/exchange/usdt-to-paypal",
  "/legal/faq",
  "/legal/terms",
  "/pairs/btc-to-paypal-usd",
  "/sign-up",
  "/no/such/page",
];

test("no kind of public page has an axe violation", async ({ page }) => {
  for (const [at, path] of kinds.entries()) {
    await page.goto(`${prefix(at % 2 ? "ru" : "en")}${path}`);
    expect(await axeFaults(page), path).toEqual([]);
  }
});

test("no step of an order has an axe violation", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  expect(await axeFaults(page), "details").toEqual([]);
  await visitor.button("details:submit").click();
  await expect(page.getByText(visitor.say("problems:required.refund_address")).first()).toBeVisible();
  expect(await axeFaults(page), "details with errors").toEqual([]);
  await visitor.fillsDetails(usdtToPaypal);
  expect(await axeFaults(page), "confirm").toEqual([]);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  expect(await axeFaults(page), "waiting").toEqual([]);
  await visitor.button("order:sandbox.pay_exact").click();
  await visitor.sees("order:state.completed.title");
  expect(await axeFaults(page), "completed").toEqual([]);
});
