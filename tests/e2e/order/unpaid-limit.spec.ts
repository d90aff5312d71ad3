import { startSite } from "../../support/site/site.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("too much unpaid refuses an order and says what to do; after a cancellation the same order is placed", {
  // A refusal of the last step is read with scripts in market-changes and maintenance.
  tag: "@http",
}, async ({ newBrowser, lang }) => {
  const site = await startSite({ UNPAID_LIMITS: "" });
  const page = await newBrowser(site.origin);
  try {
    const visitor = new Visitor(page, lang);
    const large = await visitor.makesOrder({ ...usdtToPaypal, amount: "5000" });
    await visitor.opens(`/exchange/${usdtToPaypal.page}`);
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:unpaid_limit")).first()).toBeVisible();
    await expect(page.getByText(visitor.say("confirm:unpaidUntil")).first()).toBeVisible();
    const confirmation = page.url();

    await page.getByRole("link", { name: visitor.say("confirm:findOrder") }).click();
    await expect(page).toHaveURL(/\/track$/);
    await visitor.opens(`/order/${large}`);
    await page.getByText(visitor.say("order:act.cancel"), { exact: true }).click();
    await visitor.button("order:act.cancelSure").click();
    await expect(visitor.status("order:state.cancelled.title")).toBeVisible();
    await page.goto(confirmation);
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  } finally {
    await page.context().close();
    await site.stop();
  }
});
