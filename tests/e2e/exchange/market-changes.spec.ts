import { BackOffice, withReason } from "../people/back-office.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const pair = "usdt-trc20_paypal-usd";

test("a pair paused during an order blocks the last step until it is resumed", { tag: "@http" }, async ({
  page,
  site,
  lang,
}) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await office.operator("pairs pause", { pair, ...withReason });
  await visitor.consents();
  await visitor.button("confirm:submit").click();
  await expect(page.getByText(visitor.say("problems:pair_paused")).first()).toBeVisible();
  await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd");
  await expect(page.getByText(visitor.say("calculator:problem.paused")).first()).toBeVisible();
  await office.operator("pairs resume", { pair, ...withReason });
  await visitor.makesOrder(usdtToPaypal);
});

test("a reserve too low at the last step blocks the order until it is refilled", async ({ page, site, lang }) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  await office.unpaidExpire();
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  const spare = await office.spareDollars();
  await office.operator("reserve take", { asset: "paypal-usd", amount: spare, anyway: "yes", ...withReason });
  await visitor.consents();
  await visitor.button("confirm:submit").click();
  await expect(page.getByText(visitor.say("problems:reserve_insufficient")).first()).toBeVisible();
  await office.operator("reserve fund", { asset: "paypal-usd", amount: spare, anyway: "yes", ...withReason });
  // The same order continues once the reserve is back.
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});
