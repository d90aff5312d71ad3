import { Backstage, because } from "../people/back-office.ts";
import { langs, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/site.ts";

for (const lang of langs) {
  test(`a code is seen in money from the amount to the receipt, in ${lang}`, async ({ page, site }) => {
    const backstage = new Backstage(site);
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from&promo=welcome5");
    await visitor.asksFor(usdtToPaypal);
    const row = visitor.say("summary:promo", { code: "WELCOME5" });
    await expect(page.getByText(row).first()).toBeAttached();
    await visitor.fillsDetails(usdtToPaypal);
    await expect(page.getByText(row).first()).toBeAttached();
    await visitor.confirms();
    await expect(page.getByText(visitor.say("order:summary.promo", { code: "WELCOME5" }))).toBeVisible();
    const ref = visitor.ref();
    await visitor.button("order:sandbox.pay_exact").click();
    await visitor.sees("order:state.completed.title");
    await visitor.opens(`/order/${ref}/receipt`);
    await expect(page.getByText(row)).toBeVisible();
    expect(await backstage.operator("promo", "show", "WELCOME5")).toContain(ref.slice(0, 4));
  });

  test(`a code that is not for this customer is said before anything is agreed, in ${lang}`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    const backstage = new Backstage(site);
    const visitor = new Visitor(page, lang);
    const code = `FIRST${lang}${javaScriptEnabled ? "JS" : "NO"}`.toUpperCase();
    await backstage.operator("promo", "add", code, "--kind", "fixed_bonus", "--value", "3", ...onlyNew, ...because);
    // Anna has an order already.
    await backstage.order();
    await visitor.opens(`/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from&promo=${code}`);
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    await expect(page.getByText(visitor.say("confirm:promoRefused.new_users_only", { code }))).toBeVisible();
    await expect(page.getByText(visitor.say("summary:promo", { code }))).toHaveCount(0);
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  });
}

const onlyNew = ["--pairs", "usdt-trc20_paypal-usd", "--new-users-only", "yes"];
