import { formatMoney } from "../../../app/i18n/format.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { type Lang, langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const money = (lang: Lang, amount: string) => formatMoney(lang, amount, "USDT");
const asset = "usdt-trc20";

for (const lang of langs) {
  test(`the link of an email freezes the account and stops the withdrawal when its button is pressed (${lang})`, async ({
    page,
    site,
  }) => {
    const member = new Member(page, lang, site);
    const credentials = await member.beginsWithMoney();
    const body = { asset, amount: "50", account: anna.addresses[asset] };
    const { data: withdrawal } = await member.office.call("withdrawalsCreate", {
      body,
      ...credentials,
      key: `of ${member.email}`,
    });

    let link = "";
    await expect(async () => {
      const { data } = await member.office.call("sandboxLetters", { query: { to: member.email } });
      const mail = data.find(({ kind }) => kind === "withdrawal_code");
      link = /\/withdrawals\/report\?t=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass({ intervals: [50, 100] });

    // A mail scanner opens links too: nothing happens yet.
    await page.goto(`${prefix(lang)}${link}`);
    await expect(page.getByRole("heading", { level: 1, name: member.say("freeze:report.title") })).toBeVisible();
    await expect(page).not.toHaveURL(/t=/);
    await member.office.call("memberProfile", credentials);
    await member.button("freeze:report.submit").click();
    await expect(page).toHaveURL(/\/stopped$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      member.say("freeze:stopped.title.returned.nothing", { amount: money(lang, "50"), left: "" }),
    );
    await expect(page.getByText(member.say("freeze:stopped.sessions.nobody"))).toBeVisible();
    await page.goto(`${prefix(lang)}/dashboard`);
    await expect(page).toHaveURL(/\/sign-in/);
    // The page of the freeze stays in this browser, and leads to a new password without typing the address.
    await page.goto(`${prefix(lang)}/stopped`);
    await member.button("freeze:stopped.next.password").click();
    await expect(page).toHaveURL(/\/reset\/code$/);

    await member.signsIn();
    await member.opens(`/dashboard/withdrawals/${withdrawal.id}`);
    await expect(
      page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.rejected") }),
    ).toBeVisible();
    await expect(page.getByText(member.say("withdrawals:one.reason.reported")).first()).toBeVisible();
    await member.opens("/dashboard/withdrawals/new");
    await expect(page.getByRole("heading", { name: member.say("withdrawals:new.frozenTitle") })).toBeVisible();
  });
}

test("“This was not me” on one withdrawal stops all of them, and support knows of it", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  const credentials = await member.beginsWithMoney();
  const ids: string[] = [];
  for (const amount of ["20", "30"]) {
    const body = { asset, amount, account: anna.addresses[asset] };
    const { data } = await member.office.call("withdrawalsCreate", {
      body,
      ...credentials,
      key: `${amount} of ${member.email}`,
    });
    ids.push(data.id);
  }
  await member.opens(`/dashboard/withdrawals/${ids[0]}`);
  await member.button("withdrawals:one.notMe.submit").click();
  await expect(page).toHaveURL(/\/stopped$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    member.say("freeze:stopped.title.returned.nothing", { amount: money("en", "50"), left: "" }),
  );
  await expect(page.getByText(member.say("freeze:stopped.sessions.kept"))).toBeVisible();
  await page.getByRole("link", { name: member.say("freeze:stopped.next.writeButton") }).click();
  await member.field("support:form.message").fill("I did not ask for these.");
  await member.button("support:form.submit").click();
  await expect(page).toHaveURL(/\/support\//);
});

test("the link freezes the account in a browser that keeps no cookies", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  const credentials = await member.beginsWithMoney();
  const body = { asset, amount: "50", account: anna.addresses[asset] };
  const key = `of ${member.email}`;
  const { data: withdrawal } = await member.office.call("withdrawalsCreate", { body, ...credentials, key });
  let link = "";
  await expect(async () => {
    const { data } = await member.office.call("sandboxLetters", { query: { to: member.email } });
    link =
      /\/withdrawals\/report\?t=(\S+)/.exec(data.find(({ kind }) => kind === "withdrawal_code")?.text ?? "")?.[1] ?? "";
    expect(link).not.toBe("");
  }).toPass({ intervals: [50, 100] });

  const address = `${site.origin}/En/withdrawals/report`;
  const opened = await fetch(`${address}?t=${link}`, { redirect: "manual" });
  const [, field = ""] = /name="key" value="([^"]+)"/.exec(await opened.text()) ?? [];
  expect(field).not.toBe("");
  const pressed = await fetch(address, {
    method: "POST",
    headers: { Origin: site.origin, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ key: field }),
    redirect: "manual",
  });
  expect(pressed.status).toBe(200);
  const texts = (await pressed.text()).split(/<[^>]*>/);
  expect(texts).toContainEqual(expect.stringMatching(member.say("freeze:report.done")));
  await member.signsIn();
  await member.opens(`/dashboard/withdrawals/${withdrawal.id}`);
  await expect(page.getByText(member.say("withdrawals:one.reason.reported")).first()).toBeVisible();
});
