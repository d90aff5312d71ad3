import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { prefix } from "../people/visitor.ts";
import { bearerOf } from "../setup/cookies.ts";
import { expect, test } from "../setup/story.ts";

test("the link of an e-mail freezes the account when its button is pressed, and signs everyone out", async ({
  page,
  site,
  context,
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  const own = { headers: { Authorization: `Bearer ${await bearerOf(site, context)}` } };
  const asset = "usdt-trc20";
  await member.office.call("balanceCreate", { body: { asset }, ...own });
  await member.office.call("sandboxDeposits", { body: { asset, event: "pay", amount: "150" }, ...own });
  const body = { asset, amount: "50", account: anna.addresses[asset] };
  const available = async () => (await member.office.call("balanceCoin", { query: { asset }, ...own })).data.available;
  await expect.poll(available, { intervals: [50, 100, 200] }).toBe("150.000000");
  await member.office.call("withdrawalsCreate", { body, ...own, key: "the one withdrawal" });

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
});
