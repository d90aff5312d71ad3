import { otherAddress as address } from "../../support/withdrawals/withdrawals.ts";
import { Member } from "../people/member.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect, test } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";

test("the form of a withdrawal shows its price when a field is left, and goes on to the code", async ({
  page,
  site,
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.beginsWithMoney();
  await member.opens("/dashboard/withdrawals/new");
  await hydrated(page);
  await member.button("withdrawals:new.all").click();
  await member.field("withdrawals:new.to").fill(`${address}x`);
  await page.keyboard.press("Tab");
  await expect(page.locator("#account-error")).toBeVisible();
  await member.field("withdrawals:new.to").fill(address);
  await page.keyboard.press("Tab");
  await expect(page.getByText(member.say("withdrawals:new.valid"))).toBeVisible();
  await expect(page.getByText(`${member.typed("99.00")} USDT`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.locator("#account").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const code = await member.code("withdrawal_code");
  await member.field("withdrawals:confirm.email").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByText(member.say("withdrawals:confirm.tries_other", { count: "4" }))).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  // Another theme or language shows the same withdrawal, which still waits for its code.
  const { pathname } = new URL(page.url());
  const language = (value: string) =>
    page.locator(`button[name="language"][value="${value}"]`).filter({ visible: true }).first();
  await member.button("shell:theme.dark").first().click();
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1);
  await language("Ru").click();
  await expect(page).toHaveURL(new RegExp(`${pathname.replace("/En/", "/Ru/")}$`));
  await language("En").click();
  await expect(page).toHaveURL(new RegExp(`${pathname}$`));
  await expect(page.getByText(`${member.typed("99.00")} USDT`)).toBeVisible();
  await member.field("withdrawals:confirm.email").fill(code);
  await page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.cooling_off") }),
  ).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
