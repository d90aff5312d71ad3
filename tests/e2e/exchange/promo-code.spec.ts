import { BackOffice, withReason } from "../people/back-office.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("a promo code shows its discount from the calculator to the receipt", async ({ page, site, lang }) => {
  const office = new BackOffice(site);
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
  expect(JSON.stringify(await office.operator("promo show", { code: "WELCOME5" }))).toContain(ref.slice(0, 4));
});

test("a promo code for new customers is refused before the order is confirmed", { tag: "@http" }, async ({
  page,
  site,
  hasScripts,
  lang,
}) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const code = `FIRST${lang}${hasScripts ? "JS" : "NO"}`.toUpperCase();
  await office.operator("promo add", {
    ...{ code, kind: "fixed_bonus", value: "3" },
    ...onlyNew,
    anyway: "yes",
    ...withReason,
  });
  // Anna already has an order.
  await office.order();
  await visitor.opens(`/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from&promo=${code}`);
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await expect(page.getByText(visitor.say("confirm:promoRefused.new_users_only", { code }))).toBeVisible();
  await expect(page.getByText(visitor.say("summary:promo", { code }))).toHaveCount(0);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});

const onlyNew = { pairs: "usdt-trc20_paypal-usd", new_users_only: "yes" };
