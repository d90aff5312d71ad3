import { anna } from "../../support/orders/example-customer.ts";
import { startSite } from "../../support/site/site.ts";
import { langs, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("a payout with manual approval is announced before the order, with an offer to start with a smaller amount", async ({
  newBrowser,
}) => {
  const site = await startSite({ PAYOUT_CAPS: "paypal-usd:475/1000/2000" });
  try {
    for (const lang of langs) {
      const visitor = new Visitor(await newBrowser(site.origin), lang);
      const { page } = visitor;
      const sentence = page.getByText(visitor.say("summary:approval"));
      await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=400&side=from");
      await expect(sentence).toHaveCount(0);
      await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from");
      await expect(sentence.first()).toBeAttached();
      await visitor.asksFor(usdtToPaypal);
      await visitor.fillsDetails(usdtToPaypal);
      const large = visitor.ref();
      await expect(sentence.first()).toBeVisible();
      await visitor.button("confirm:approval.trial").click();
      await expect(page).toHaveURL(/\/confirm$/);
      expect(visitor.ref()).not.toBe(large);
      await expect(page.getByText(anna.paypal).first()).toBeVisible();
      await expect(sentence).toHaveCount(0);
      await visitor.confirms();
      await expect(page.getByText(/^20\sUSDT$/).first()).toBeVisible();
    }
  } finally {
    await site.stop();
  }
});
