import { otherAddress as address } from "../../support/withdrawals/withdrawals.ts";
import { Member, password } from "../people/member.ts";
import { langs } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const formPage = "/dashboard/withdrawals/new?asset=usdt-trc20";
const overADaySeconds = 25 * 3600;

for (const lang of langs) {
  test(`a withdrawal to a new address is priced, confirmed by code, waits, and can be cancelled (${lang})`, async ({
    page,
    site,
    newBrowser,
  }) => {
    const member = new Member(page, lang, site);
    await member.beginsWithMoney();
    await member.opens("/dashboard/withdrawals");
    await expect(page.getByRole("heading", { name: member.say("withdrawals:list.empty") })).toBeVisible();

    await member.opens(formPage);
    await member.field("withdrawals:new.to").fill(address);
    await member.button("withdrawals:new.all").click();
    await expect(member.field("withdrawals:new.amount")).toHaveValue("100");
    await expect(member.field("withdrawals:new.to")).toHaveValue(address);
    await member.button("withdrawals:new.calculate").click();
    await expect(page.getByText(member.say("withdrawals:new.newAddress")).first()).toBeVisible();
    const net = `${member.typed("99.00")} USDT`;
    await expect(page.getByText(net).first()).toBeVisible();

    await member.button("withdrawals:new.submit").first().click();
    await expect(page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") })).toBeVisible();
    await expect(page.getByText(address).first()).toBeVisible();
    await expect(page.getByText(member.say("withdrawals:confirm.new")).first()).toBeVisible();
    const code = await member.code("withdrawal_code");
    await member.field("withdrawals:confirm.email").fill(code === "000000" ? "111111" : "000000");
    await confirms(member);
    await expect(page.getByText(member.say("problems:code_invalid")).first()).toBeVisible();
    await expect(member.field("withdrawals:confirm.email")).toHaveValue("");
    await member.field("withdrawals:confirm.email").fill(code);
    await confirms(member);
    await expect(
      page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.cooling_off") }),
    ).toBeVisible();
    const withdrawalPath = new URL(page.url()).pathname;

    const eve = new Member(await newBrowser(), lang, site);
    await eve.beginsSignedIn();
    for (const path of [withdrawalPath, `${withdrawalPath}/state.json`])
      expect((await eve.page.goto(path))?.status(), path).toBe(404);

    await page.goto(withdrawalPath);
    await page.getByRole("button", { name: member.say("withdrawals:one.cancel") }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.cancelled") }),
    ).toBeVisible();
    await member.opens("/dashboard/withdrawals");
    await expect(page.getByText(member.say("withdrawals:status.cancelled")).first()).toBeVisible();
    await member.opens(`/dashboard/withdrawals/new?again=${withdrawalPath.split("/").at(-1)}`);
    await expect(member.field("withdrawals:new.to")).toHaveValue(address);
    await expect(member.field("withdrawals:new.amount")).toHaveValue("100");
  });
}

test("to an address saved a day ago it leaves at once, and is among the transactions", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  const credentials = await member.beginsWithMoney();
  const body = { asset: "usdt-trc20", label: "Ledger", account: address };
  await member.savesAddress(body, credentials);
  await member.office.passes(overADaySeconds);
  if (!(await member.isIn())) await member.signsIn();

  await member.opens(formPage);
  await member.field("withdrawals:new.amount").fill("50");
  await page.getByRole("button", { name: member.say("withdrawals:new.chooseOf", { label: "Ledger" }) }).click();
  await expect(member.field("withdrawals:new.to")).toHaveValue(address);
  await member.button("withdrawals:new.submit").first().click();
  await member.field("withdrawals:confirm.email").fill(await member.code("withdrawal_code"));
  await confirms(member);
  const path = new URL(page.url()).pathname;
  await expect(async () => {
    await page.goto(path);
    const title = page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.completed") });
    expect(await title.count()).toBe(1);
  }).toPass({ intervals: [50, 100, 200] });
  await member.opens("/dashboard/transactions?kind=withdrawals");
  await expect(page.getByText(member.say("wallets:type.withdrawal")).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(member.typed("50.00")).filter({ visible: true }).first()).toBeVisible();
});

for (const lang of langs) {
  test(`what cannot be withdrawn is refused beside its field, a limit with the way to raise it (${lang})`, async ({
    page,
    site,
  }) => {
    const member = new Member(page, lang, site);
    await member.beginsSignedIn();
    await member.opens(formPage);
    await expect(page.getByRole("heading", { name: member.say("withdrawals:new.nothing") })).toBeVisible();

    const rich = new Member(page, lang, site);
    const credentials = await rich.beginsWithMoney("5000");
    const refusals = [
      ["1", address, "problems:field.below_min"],
      ["x", address, "problems:field.amount_format"],
      ["50", "not an address", "problems:field.address_format"],
      ["9000", address, "problems:insufficient_funds"],
      ["3000", address, "withdrawals:limit.reached"],
    ] as const;
    for (const [amount, account, words] of refusals) {
      await rich.opens(formPage);
      await rich.field("withdrawals:new.amount").fill(amount);
      await rich.field("withdrawals:new.to").fill(account);
      await rich.button("withdrawals:new.submit").first().click();
      await expect(page.getByText(rich.say(words)).first()).toBeVisible();
      await expect(rich.field("withdrawals:new.amount")).toHaveValue(amount);
      await expect(rich.field("withdrawals:new.to")).toHaveValue(account);
    }
    expect(await page.content()).toContain("/dashboard/account/two-factor");

    const change = { current_password: password, password: `${password} 2` };
    await rich.office.call("memberSettingsPassword", { body: change, ...credentials });
    await rich.opens("/sign-in");
    await rich.givesPassword(change.password);
    await rich.opens(formPage);
    await expect(page.getByRole("heading", { name: rich.say("withdrawals:new.frozenTitle") })).toBeVisible();
  });
}

test("withdrawals are limited to saved addresses at once, and a code ends that a day later", async ({
  page,
  site,
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.beginsWithMoney();
  await member.opens("/dashboard/withdrawals");
  await member.button("withdrawals:only.turnOn").click();
  await expect(page.getByText(member.say("withdrawals:only.isOn"))).toBeVisible();
  await member.opens(formPage);
  await member.field("withdrawals:new.amount").fill("50");
  await member.field("withdrawals:new.to").fill(address);
  await member.button("withdrawals:new.submit").first().click();
  await expect(page.getByText(member.say("problems:address_not_whitelisted")).first()).toBeVisible();

  await member.opens("/dashboard/withdrawals");
  await member.button("withdrawals:only.send").click();
  await member.field("withdrawals:only.code").fill("x");
  await member.button("withdrawals:only.turnOff").click();
  await expect(page.getByText(member.say("problems:code_invalid")).first()).toBeVisible();
  await member.field("withdrawals:only.code").fill(await member.code("addresses_only_code"));
  await member.button("withdrawals:only.turnOff").click();
  await expect(page.getByText(member.say("withdrawals:only.ending"))).toBeVisible();
  await expect(member.button("withdrawals:only.keep")).toBeVisible();
});

const confirms = (member: Member) =>
  member.page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
