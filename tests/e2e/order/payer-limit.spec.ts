import { anna } from "../../support/orders/example-customer.ts";
import { startSite } from "../../support/site/site.ts";
import { Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("a PayPal order above the payer's limit is refused with what is left, and a smaller one is placed", {
  // A refusal of the last step is read with scripts in market-changes and maintenance.
  tag: "@http",
}, async ({ newBrowser, lang }) => {
  const site = await startSite({ PAYER_LIMITS: "new=60,payer=3000,days=30" });
  const page = await newBrowser(site.origin);
  const visitor = new Visitor(page, lang);
  const toConfirmation = async (amount: string) => {
    await visitor.opens(`/exchange/paypal-invoice?from=paypal-usd&to=usdt-trc20&amount=${amount}`);
    await visitor.button("calculator:continue").click();
    await page.locator('[name="payout.account"]').fill(anna.addresses["usdt-trc20"] ?? "");
    await page.getByLabel(visitor.say("details:payin.account.label")).fill(anna.paypal);
    await page.getByLabel(visitor.say("details:email.label")).fill(anna.email);
    await visitor.button("details:submit").click();
    await expect(page).toHaveURL(/\/confirm$/);
  };
  try {
    await toConfirmation("100");
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:payer_limit")).first()).toBeVisible();
    await expect(page.getByText(visitor.say("confirm:payerLimitLeft", { left: "60", limit: "60" }))).toBeVisible();
    await expect(page.getByRole("link", { name: visitor.say("confirm:changeAmount") })).toBeVisible();
    await toConfirmation("55");
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  } finally {
    await page.context().close();
    await site.stop();
  }
});
