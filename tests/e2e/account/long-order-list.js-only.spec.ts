import { termsVersion } from "../../../contract/order/terms.ts";
import { Member } from "../people/member.ts";
import { anna } from "../people/visitor.ts";
import { expect, test } from "../setup/site.ts";

const orders = 200;
const atOnce = 8;

test("a list of two hundred orders has ten pages, on a desk as a table and on a phone as cards", async ({
  page,
  site,
}) => {
  test.setTimeout(240_000);
  const member = new Member(page, "en", site);
  const { backstage } = member;
  // Small ones: the reserve has to cover them all.
  const order = async () => {
    const { ref, token, order: draft } = await backstage.draft({ from: "usdt-trc20", to: "paypal-usd", amount: "30" });
    const payout = { account: anna.paypal, extra: { full_name: anna.name } };
    const refund = { account: anna.refund["usdt-trc20"] };
    const body = { ref, payin: null, payout, refund, email: member.email };
    await backstage.call("exchangeStepTwo", { token, body });
    const accept = { terms_version: termsVersion, rules: draft.rules };
    await backstage.call("exchangeStepThree", { token, body: { ref, accept } });
    await backstage.call("exchangeExecute", {
      token,
      key: `execute:${ref}`,
      body: { ref, pay_with: "crypto_address" },
    });
  };
  // As a guest, before there is an account: they come into it with the verified address.
  for (let made = 0; made < orders; made += atOnce) await Promise.all(Array.from({ length: atOnce }, order));
  await member.signsUp();

  await member.opens("/dashboard/orders");
  await expect(
    page.getByText(member.say("dashboard:orders.shown", { first: "1", last: "20", total: "200" })),
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
  for (let at = 2; at <= 10; at += 1) {
    await page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`page=${at}$`));
  }
  await expect(
    page.getByText(member.say("dashboard:orders.shown", { first: "181", last: "200", total: "200" })),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "USDT TRC20" })).toHaveCount(20);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  const file = await page.request.get(`${site.origin}/En/dashboard/orders.csv`);
  expect((await file.text()).trim().split(/\r?\n/)).toHaveLength(orders + 1);
});
