import { Member } from "../people/member.ts";
import { expect, test } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";

test("an open wallet shows a deposit that arrives, and the deposit page follows the chosen currency", async ({
  page,
  context,
  site,
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/wallets/deposit?asset=usdt-trc20");
  await member.button("wallets:deposit.open").click();
  await expect(member.button("wallets:deposit.copy")).toBeVisible();
  await hydrated(page);
  await member.field("wallets:deposit.currency").selectOption("BTC");
  await expect(page).toHaveURL(/currency=BTC/);
  await expect(page.getByRole("heading", { level: 1, name: /BTC/ })).toBeVisible();

  await page.clock.install();
  await member.opens("/dashboard/wallets/usdt-trc20");
  await expect(page.getByRole("heading", { name: member.say("wallets:one.empty") })).toBeVisible();
  const tab = await context.newPage();
  const other = new Member(tab, lang, site);
  await other.opens("/dashboard/wallets/deposit?asset=usdt-trc20");
  await other.button("wallets:sandbox.pay").click();
  await expect(async () => {
    await other.opens("/dashboard/wallets/usdt-trc20");
    await expect(tab.getByText("+100.00")).toBeVisible({ timeout: 1000 });
    await expect(tab.getByRole("heading", { name: member.say("wallets:one.latest") })).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ intervals: [100, 300] });
  await tab.close();
  await page.clock.runFor(20_000);
  await expect(page.getByText("+100.00")).toBeVisible();
  await expect(page.getByRole("heading", { name: member.say("wallets:one.empty") })).toHaveCount(0);
});
