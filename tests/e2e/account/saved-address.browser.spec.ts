import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { test as browserTest, expect } from "../setup/browser-test.ts";

const test = browserTest.extend({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("on a phone nothing covers the code cells, and the page title appears once", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account/addresses");
  const bar = page.locator("nav.bottom-bar");
  await expect(bar).toBeVisible();
  await expect(page.getByText(member.say("account:addresses.title")).filter({ visible: true })).toHaveCount(1);
  await page.getByLabel(member.say("account:addresses.asset")).selectOption("usdt-trc20");
  await page.getByLabel(member.say("account:addresses.account")).fill(anna.addresses["usdt-trc20"]);
  await page.getByLabel(member.say("account:addresses.label")).fill("Cold wallet");
  await member.button("account:addresses.add").click();
  await expect(page.getByLabel(member.say("account:addresses.confirm.email"))).toBeVisible();
  await expect(bar).toBeHidden();
});
