import { type Site, startSite } from "../../support/site/site.ts";
import type { SitePage } from "../../support/site-page.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import type { Lang } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

// A site of its own: it moves the clock by days, and other tests read how many minutes are left.
test("a partner's reward waits, becomes ready, and is paid into the wallet at one press", async ({
  newBrowser,
  lang,
}) => {
  const site = await startSite();
  try {
    await paysOut(site, await newBrowser(site.origin), lang);
  } finally {
    await site.stop();
  }
});

async function paysOut(site: Site, page: SitePage, lang: Lang): Promise<void> {
  const office = new BackOffice(site);
  const partner = new Member(page, lang, site);
  await partner.beginsSignedIn();
  await partner.opens("/dashboard/affiliates");
  await partner.button("affiliates:join.button").click();
  await expect(page.locator("main")).toContainText(/\?partner=[\w-]+/);
  const code = /\?partner=([\w-]+)/.exec(await page.locator("main").innerText())?.[1] ?? "none";
  const order = await office.order({ amount: "3000", partner: code });
  await office.plays(order, "pay_exact");
  await office.becomes(order, "completed");

  await partner.opens("/dashboard/affiliates");
  await expect(page.locator("main")).toContainText(/\+\d+[.,]\d\d/);
  const payOut = page.locator('button[value="payout"]');
  await expect(payOut).toHaveCount(0);

  await office.passes(2 * 86_400);
  await partner.beginsAgain();
  // Rewards settle in the background, every ten seconds.
  await expect(async () => {
    await partner.opens("/dashboard/affiliates");
    await expect(payOut).toHaveCount(1, { timeout: 500 });
  }).toPass({ intervals: [1000], timeout: 40_000 });
  const amount = /\d+[.,]\d\d/.exec(await payOut.innerText())?.[0] ?? "none";
  await payOut.click();
  await expect(page).toHaveURL(/\/dashboard\/wallets\/usdt-trc20$/);
  await expect(page.locator("main")).toContainText(amount);
}
