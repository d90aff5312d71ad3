import { Member, password } from "../people/member.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect, test } from "../setup/browser-test.ts";

/** All but those that the test goes on to use. */
const pages = [
  "/dashboard",
  "/dashboard/orders",
  "/dashboard/new-order",
  "/dashboard/wallets",
  "/dashboard/wallets/usdt-trc20",
  "/dashboard/wallets/deposit",
  "/dashboard/transactions?wallet=usdt-trc20",
  "/dashboard/statement",
  "/dashboard/withdrawals",
  "/dashboard/withdrawals/new",
  "/dashboard/affiliates",
  "/dashboard/account",
  "/dashboard/account/password",
  "/dashboard/account/sessions",
  "/dashboard/account/history",
  "/dashboard/account/addresses",
  "/dashboard/account/export",
  "/dashboard/account/close",
];

test("the sign-up and the member's pages have no axe violation", async ({ page, site, lang }) => {
  test.slow();
  const member = new Member(page, lang, site);
  await member.asksForCode();
  await member.button("auth:signUpCode.submit").click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await axeFaults(page), "the code with errors").toEqual([]);
  await member.entersCode(await member.code());
  await expect(page).toHaveURL(/\/dashboard$/);
  await member.office.order();
  await member.opensWallet("USDT TRC20");
  await member.simulatesDeposit();
  for (const path of pages) {
    await member.opens(path);
    expect(await axeFaults(page, ["light"]), path).toEqual([]);
  }
  await member.opens("/dashboard/account/two-factor");
  await member.field("account:twoFactor.password").fill(password);
  await member.button("account:twoFactor.begin").click();
  await expect(page.getByRole("img", { name: member.say("account:twoFactor.qr") })).toBeVisible();
  expect(await axeFaults(page), "setting up the second step").toEqual([]);
  await member.opens("/dashboard/account/picture");
  await member.button("account:picture.submit").click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await axeFaults(page), "no picture chosen").toEqual([]);
  await member.opens("/dashboard/account/email");
  await member.field("account:email.new").fill(`new-${member.email}`);
  await member.field("account:proof.password").fill(password);
  await member.button("account:email.submit").click();
  await expect(page).toHaveURL(/\/email\/code$/);
  expect(await axeFaults(page), "the code for another email").toEqual([]);
});
