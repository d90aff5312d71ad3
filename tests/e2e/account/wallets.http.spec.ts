import { startSite } from "../../support/site/site.ts";
import { Member } from "../people/member.ts";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const depositPage = "/dashboard/wallets/deposit?asset=usdt-trc20";

for (const lang of langs) {
  test(`a member opens a wallet by plain forms, and a deposit is credited, listed and stated (${lang})`, async ({
    page,
    site,
    newBrowser,
  }) => {
    const member = new Member(page, lang, site);
    await member.beginsSignedIn();
    await member.opens("/dashboard/wallets");
    await expect(page.getByRole("heading", { name: member.say("wallets:list.empty") })).toBeVisible();
    await page.getByRole("button", { name: member.say("wallets:list.openOne", { wallet: "USDT TRC20" }) }).click();
    await expect(page).toHaveURL(/\/dashboard\/wallets\/deposit\?asset=usdt-trc20$/);
    const only = member.say("wallets:deposit.only", { symbol: "USDT", network: "TRC20" });
    await expect(page.getByText(only)).toBeVisible();
    await expect(page.getByRole("img", { name: /T[1-9A-HJ-NP-Za-km-z]{33}/ })).toBeVisible();
    expect(await page.content()).toContain('http-equiv="refresh"');

    // A new currency is sent with the network of the old one.
    await member.field("wallets:deposit.currency").selectOption("BTC");
    await member.button("wallets:deposit.show").click();
    await expect(page.getByRole("heading", { level: 1, name: /BTC/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: member.say("wallets:deposit.first") })).toBeVisible();

    await member.opens(depositPage);
    await page.getByRole("button", { name: member.say("wallets:sandbox.small") }).click();
    await sees(member, depositPage, "wallets:deposits.collecting");
    await member.button("wallets:sandbox.pay").click();
    await sees(member, depositPage, "wallets:deposits.earlier");

    // Both together: what was below the minimum is credited with the rest.
    const total = member.typed("102.50");
    await member.opens("/dashboard/wallets");
    await expect(page.getByText(total).filter({ visible: true }).first()).toBeVisible();
    await member.opens("/dashboard/wallets/usdt-trc20");
    await expect(page.getByText(total).filter({ visible: true }).first()).toBeVisible();
    await member.opens("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: member.say("wallets:total.title") })).toBeVisible();

    await member.opens("/dashboard/transactions?kind=deposits&wallet=usdt-trc20");
    await expect(page.getByText(member.say("wallets:type.deposit")).filter({ visible: true }).first()).toBeVisible();
    await member.opens("/dashboard/transactions?until=2020-01-01");
    await expect(page.getByRole("heading", { name: member.say("wallets:history.nothing") })).toBeVisible();
    await member.opens("/dashboard/transactions?from=x");
    await expect(page.getByText(member.say("wallets:history.badDate"))).toBeVisible();
    const file = await page.request.get(`${site.origin}${prefix(lang)}/dashboard/transactions.csv`);
    expect(file.headers()["content-type"]).toContain("text/csv");
    expect(file.headers()["content-disposition"]).toContain("transactions.csv");
    // As a spreadsheet of the language reads it: its separator and decimal mark, and UTF-8 by its mark.
    const cells = lang === "ru" ? /;usdt-trc20;\d+,\d+;\d+,\d+;/ : /,usdt-trc20,\d+\.\d+,\d+\.\d+,/;
    expect(await file.text()).toMatch(cells);
    expect((await file.body()).subarray(0, 3).toString("hex")).toBe("efbbbf");
    await member.opens("/dashboard/account/close");
    await expect(page.getByText(member.say("account:close.reason.available"))).toBeVisible();
    await expect(member.button("account:close.submit")).toHaveCount(0);
    await member.opens("/dashboard/statement");
    await expect(page.getByText(total).filter({ visible: true }).first()).toBeVisible();

    const eve = new Member(await newBrowser(), lang, site);
    await eve.beginsSignedIn();
    const answer = await eve.page.goto(`${prefix(lang)}/dashboard/wallets/usdt-trc20`);
    expect(answer?.status()).toBe(404);
    await eve.opens("/dashboard/transactions");
    await expect(eve.page.getByRole("heading", { name: eve.say("wallets:history.empty") })).toBeVisible();
    const state = await eve.page.request.get(`${site.origin}${prefix(lang)}/dashboard/wallets/usdt-trc20/state.json`);
    expect(state.status()).toBe(404);
  });
}

test("with WALLETS=off the menu has no wallets, their pages are not found, and the overview is as before", async ({
  newBrowser,
}) => {
  const site = await startSite({ WALLETS: "off" });
  try {
    const member = new Member(await newBrowser(site.origin), "en", site);
    await member.beginsSignedIn();
    await member.opens("/dashboard");
    await expect(
      member.page.getByRole("heading", { level: 1, name: member.say("dashboard:overview.title") }),
    ).toBeVisible();
    expect(await member.page.content()).not.toContain("/dashboard/wallets");
    for (const path of ["wallets", "wallets/deposit", "wallets/btc", "transactions", "transactions.csv", "statement"]) {
      const answer = await member.page.goto(`/En/dashboard/${path}`);
      expect(answer?.status(), path).toBe(404);
    }
  } finally {
    await site.stop();
  }
});

/** Rails and jobs run at their own pace. */
async function sees(member: Member, path: string, key: string): Promise<void> {
  await expect(async () => {
    await member.opens(path);
    expect(await member.page.getByText(member.say(key)).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [50, 100, 200] });
}
