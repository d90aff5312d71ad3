import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const asset = "usdt-trc20";

for (const lang of langs) {
  test(`the link of an e-mail freezes the account and stops the withdrawal when its button is pressed (${lang})`, async ({
    page,
    site,
  }) => {
    const member = new Member(page, lang, site);
    const own = await member.beginsWithMoney();
    const body = { asset, amount: "50", account: anna.addresses[asset] };
    const { data: made } = await member.office.call("withdrawalsCreate", { body, ...own, key: `of ${member.email}` });

    let link = "";
    await expect(async () => {
      const { data } = await member.office.call("sandboxLetters", { query: { to: member.email } });
      const mail = data.find(({ kind }) => kind === "withdrawal_code");
      link = /\/withdrawals\/report\?t=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass({ intervals: [50, 100] });

    // A mail scanner opens links too: nothing happens yet.
    await page.goto(`${prefix(lang)}${link}`);
    await expect(page.getByRole("heading", { level: 1, name: member.say("withdrawals:report.title") })).toBeVisible();
    await member.office.call("memberProfile", own);
    await member.button("withdrawals:report.submit").click();
    await expect(page.getByText(member.say("withdrawals:report.done"))).toBeVisible();
    await expect(page.getByRole("link", { name: member.say("withdrawals:report.next") })).toBeVisible();
    await page.goto(`${prefix(lang)}/dashboard`);
    await expect(page).toHaveURL(/\/sign-in/);

    await member.signsIn();
    await member.opens(`/dashboard/withdrawals/${made.id}`);
    await expect(
      page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.rejected") }),
    ).toBeVisible();
    await expect(page.getByText(member.say("withdrawals:one.reason.reported")).first()).toBeVisible();
    await member.opens("/dashboard/withdrawals/new");
    await expect(page.getByRole("heading", { name: member.say("withdrawals:new.frozenTitle") })).toBeVisible();
  });
}
