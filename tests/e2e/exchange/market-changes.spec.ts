import { Backstage, because } from "../people/back-office.ts";
import { langs, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/site.ts";

const pair = "usdt-trc20_paypal-usd";

for (const lang of langs) {
  test(`a pair that is paused while an order is filled in is said, and goes on later, in ${lang}`, async ({
    page,
    site,
  }) => {
    const backstage = new Backstage(site);
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal");
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    await backstage.operator("pairs", "pause", pair, ...because);
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:pair_paused")).first()).toBeVisible();
    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd");
    await expect(page.getByText(visitor.say("calculator:trouble.paused")).first()).toBeVisible();
    await backstage.operator("pairs", "resume", pair, ...because);
    await visitor.makesOrder(usdtToPaypal);
  });

  test(`a reserve that is gone at the last step is said, and nothing is taken, in ${lang}`, async ({ page, site }) => {
    const backstage = new Backstage(site);
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal");
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    const spare = await backstage.spareDollars();
    await backstage.operator("reserve", "take", "paypal-usd", spare, ...because);
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:reserve_insufficient")).first()).toBeVisible();
    await backstage.operator("reserve", "fund", "paypal-usd", spare, ...because);
    // The same order goes on once the reserve is back.
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  });
}
