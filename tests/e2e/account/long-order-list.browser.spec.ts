import { termsVersion } from "../../../contract/order/terms.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { expect, test } from "../setup/browser-test.ts";

/** Two pages; a third would show nothing new. */
const orders = 24;
const atOnce = 4;

test("a long list of orders has pages, a table on a desk and cards on a phone", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  const { office } = member;
  const credentials = await member.beginsSignedIn();
  // Small orders: the reserve must cover them all.
  const order = async () => {
    const input = { from: "usdt-trc20", to: "paypal-usd", amount: "30" };
    const { data } = await office.call("exchangeStepOne", { body: input, ...credentials });
    const { token, order: draft } = data;
    const { ref } = draft;
    const payout = { account: anna.paypal, extra: { full_name: anna.name } };
    const refund = { account: anna.addresses["usdt-trc20"] };
    const body = { ref, payin: null, payout, refund, email: member.email };
    await office.call("exchangeStepTwo", { token, body, ...credentials });
    const accept = { terms_version: termsVersion, rules: draft.rules };
    await office.call("exchangeStepThree", { token, body: { ref, accept }, ...credentials });
    await office.call("exchangeExecute", {
      token,
      key: `execute:${ref}`,
      body: { ref, pay_with: "crypto_address" },
      ...credentials,
    });
  };
  for (let opened = 0; opened < orders; opened += atOnce) await Promise.all(Array.from({ length: atOnce }, order));

  await member.opens("/dashboard/orders");
  await expect(
    page.getByText(member.say("dashboard:orders.shown", { first: "1", last: "20", total: "24" })),
  ).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(21);
  for (const [filter, count] of [
    ["all", orders],
    ["open", orders],
    ["completed", 0],
    ["returned", 0],
  ] as const) {
    const tab = page.getByRole("link", {
      name: new RegExp(`${member.say(`dashboard:orders.filter.${filter}`).source.slice(0, -1)} ${count}$`),
    });
    await expect(tab).toBeVisible();
  }
  await page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(
    page.getByText(member.say("dashboard:orders.shown", { first: "21", last: "24", total: "24" })),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "USDT TRC20" })).toHaveCount(4);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  const file = await page.request.get(`${site.origin}/En/dashboard/orders.csv`);
  expect((await file.text()).trim().split(/\r?\n/)).toHaveLength(orders + 1);
});
