import { btcToPaypal, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { hydrated } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

for (const product of [usdtToPaypal, btcToPaypal]) {
  // The steps are the same: a browser takes them once.
  const tag = product === usdtToPaypal ? [] : "@http";
  test(`${product.from} to PayPal works from the home page to the payout`, { tag }, async ({ page, lang }) => {
    const visitor = new Visitor(page, lang);
    await visitor.startsAtHome(product);
    await visitor.fillsDetails(product);
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
    await visitor.button("order:sandbox.pay_exact").click();
    await visitor.sees("order:state.completed.title");
    await expect(page.getByText(visitor.say("order:timeline.done.completed"))).toBeVisible();
  });
}

test("the typed amount stays when the currency changes or the direction is swapped", async ({
  page,
  hasScripts,
  lang,
}) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=100&side=from");
  const send = page.getByLabel(visitor.say("calculator:send"));
  await expect(send).toHaveValue("100");
  await hydrated(page);
  await page.getByLabel(visitor.say("calculator:sendCurrency")).selectOption("usdt-erc20");
  if (!hasScripts) await visitor.button("calculator:recalculateSend").click();
  await expect(page).toHaveURL(/from=usdt-erc20/);
  await expect(send).toHaveValue("100");
  await page.getByRole("link", { name: visitor.say("calculator:swap") }).click();
  await expect(page).toHaveURL(/\/paypal-invoice\?from=paypal-usd&to=usdt-erc20/);
  await expect(page.getByLabel(visitor.say("calculator:get"))).toHaveValue("100");
});

test("the amount can be entered as what is received", async ({ page, hasScripts, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  const get = page.getByLabel(visitor.say("calculator:get"));
  const send = page.getByLabel(visitor.say("calculator:send"));
  const before = await send.inputValue();
  await get.fill("300");
  if (!hasScripts) await visitor.button("calculator:recalculateGet").click();
  await expect(send).not.toHaveValue(before);
  await visitor.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/details$/);
  await expect(page.getByText(/300[.,]\d\d/).first()).toBeAttached();
});
