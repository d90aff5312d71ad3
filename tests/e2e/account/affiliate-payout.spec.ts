import { formatDuration } from "../../../app/i18n/format.ts";
import { exampleCompany } from "../../../contract/company/read-company.ts";
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
  const page = await newBrowser(site.origin);
  try {
    await paysOut(site, page, lang);
  } finally {
    await page.context().close();
    await site.stop();
  }
});

// The page's button works with scripts as in the test above, on a site that starts for this test alone.
test("a payout above the band waits, is refused with a reason, and is asked for again and approved", {
  tag: "@http",
}, async ({ newBrowser, lang }) => {
  const site = await startSite({ AFFILIATE_REVIEW_ABOVE: "1" });
  const page = await newBrowser(site.origin);
  try {
    await isReviewed(site, page, lang);
  } finally {
    await page.context().close();
    await site.stop();
  }
});

/** A partner on the page with a reward that is ready, and the button that pays it out. */
async function earns(site: Site, page: SitePage, lang: Lang) {
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
    expect(await payOut.count()).toBe(1);
  }).toPass({ intervals: [1000] });
  const amount = /\d+[.,]\d\d/.exec(await payOut.innerText())?.[0] ?? "none";
  return { office, partner, payOut, amount };
}

async function paysOut(site: Site, page: SitePage, lang: Lang): Promise<void> {
  const { partner, payOut, amount } = await earns(site, page, lang);
  await partner.opens("/dashboard/withdrawals/new?from=rewards");
  await expect(page.getByText(partner.say("withdrawals:new.rewardsFirst"))).toBeVisible();
  await partner.button("withdrawals:new.all").click();
  await expect(partner.field("withdrawals:new.amount")).toHaveValue(new RegExp(`^${amount.replace(/[.,]/, "[.,]")}`));
  await partner.opens("/dashboard/affiliates");
  await payOut.click();
  await expect(page).toHaveURL(/\/dashboard\/wallets\/usdt-trc20$/);
  await expect(page.locator("main")).toContainText(amount);
}

const answerTime = (lang: Lang) => formatDuration(lang, exampleCompany.support.answerHours * 3600);

async function isReviewed(site: Site, page: SitePage, lang: Lang): Promise<void> {
  const { office, partner, payOut, amount } = await earns(site, page, lang);
  const reason = "Please tell us where your link is.";
  const waits = page.getByText(partner.say("affiliates:payout.waiting"));
  // Said before anything is pressed, and no withdrawal to an address is offered that would be refused.
  await expect(page.getByText(partner.say("affiliates:balance.review", { time: answerTime(lang) }))).toBeVisible();
  await expect(page.locator('main a[href*="/withdrawals/new"]')).toHaveCount(0);
  await partner.opens("/dashboard/withdrawals/new?from=rewards");
  await expect(page.getByText(partner.say("withdrawals:new.reviewedRewardsText"))).toBeVisible();
  await partner.opens("/dashboard/affiliates");
  await payOut.click();
  await expect(waits).toBeVisible();
  await expect(payOut).toHaveCount(0);

  await office.operator("partners refuse-payout", { email: partner.email, reason });
  await partner.opens("/dashboard/affiliates");
  await expect(page.getByText(partner.say("affiliates:reasonGiven", { words: reason }))).toBeVisible();
  await payOut.click();
  await expect(waits).toBeVisible();

  await office.operator("partners approve-payout", { email: partner.email, reason: "a link on a real page" });
  await partner.opens("/dashboard/affiliates");
  await expect(waits).toHaveCount(0);
  await partner.opens("/dashboard/wallets/usdt-trc20");
  await expect(page.locator("main")).toContainText(amount);
}
