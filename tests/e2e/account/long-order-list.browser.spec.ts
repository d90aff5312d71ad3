import { termsVersion } from "../../../contract/order/terms.ts";
import { Member } from "../people/member.ts";
import { anna } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

const orders = 48;
const atOnce = 8;

test("a long list of orders has pages, a table on a desk and cards on a phone", async ({ page, site }) => {
  test.setTimeout(240_000);
  const member = new Member(page, "en", site);
  const { office } = member;
  // Small ones: the reserve has to cover them all.
  const order = async () => {
    const { ref, token, order: draft } = await office.draft({ from: "usdt-trc20", to: "paypal-usd", amount: "30" });
    const payout = { account: anna.paypal, extra: { full_name: anna.name } };
    const refund = { account: anna.refund["usdt-trc20"] };
    const body = { ref, payin: null, payout, refund, email: member.email };
    await office.call("exchangeStepTwo", { token, body });
    const accept = { terms_version: termsVersion, rules: draft.rules };
    await office.call("exchangeStepThree", { token, body: { ref, accept } });
    await office.call("exchangeExecute", {
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
    page.getByText(member.say("dashboard:orders.shown", { first: "1", last: "20", total: "48" })),
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
  for (let at = 2; at <= 3; at += 1) {
    await page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`page=${at}$`));
  }
  await expect(
    page.getByText(member.say("dashboard:orders.shown", { first: "41", last: "48", total: "48" })),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: member.say("dashboard:orders.forth"), exact: true })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "USDT TRC20" })).toHaveCount(8);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  const file = await page.request.get(`${site.origin}/En/dashboard/orders.csv`);
  expect((await file.text()).trim().split(/\r?\n/)).toHaveLength(orders + 1);
});
