import { otherAddress } from "../../support/withdrawals/withdrawals.ts";
import { TwoFactorMember } from "../people/two-factor-member.ts";
import { langs } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

for (const lang of langs) {
  test(`a withdrawal is confirmed with the authenticator, and another with a recovery code (${lang})`, async ({
    page,
    site,
  }) => {
    const member = new TwoFactorMember(page, lang, site);
    const confirms = () => page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
    const title = (status: string) =>
      page.getByRole("heading", { level: 1, name: member.say(`withdrawals:one.title.${status}`) });
    await member.beginsWithMoney();
    const [recoveryCode = ""] = await member.turnsOn();
    // A new authenticator pauses withdrawals for a day.
    await member.opens("/dashboard/withdrawals/new");
    await expect(page.getByRole("heading", { name: member.say("withdrawals:new.frozenTitle") })).toBeVisible();
    await member.office.passes(25 * 3600);
    await page.context().clearCookies();
    await member.comesToSecondStep();
    await member.field("auth:twoFactor.code").fill(await member.freshCode());
    await member.button("auth:twoFactor.submit").click();

    await asksFor("20");
    await expect(page.getByLabel(member.say("withdrawals:confirm.email"))).toHaveCount(0);
    await member.field("withdrawals:confirm.app").fill("000000");
    await confirms();
    await expect(page.getByText(member.say("problems:two_factor_invalid")).first()).toBeVisible();
    await member.field("withdrawals:confirm.app").fill(await member.freshCode());
    await confirms();
    await expect(title("cooling_off")).toBeVisible();

    await asksFor("30");
    await page.getByRole("link", { name: member.say("withdrawals:confirm.useRecovery") }).click();
    await member.field("withdrawals:confirm.recovery").fill(recoveryCode);
    await confirms();
    await expect(title("cooling_off")).toBeVisible();

    // Each code is good once.
    await asksFor("10");
    await page.getByRole("link", { name: member.say("withdrawals:confirm.useRecovery") }).click();
    await member.field("withdrawals:confirm.recovery").fill(recoveryCode);
    await confirms();
    await expect(page.getByText(member.say("problems:two_factor_invalid")).first()).toBeVisible();

    async function asksFor(amount: string) {
      await member.opens("/dashboard/withdrawals/new?asset=usdt-trc20");
      await member.field("withdrawals:new.amount").fill(amount);
      await member.field("withdrawals:new.to").fill(otherAddress);
      await member.button("withdrawals:new.submit").first().click();
      await expect(
        page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") }),
      ).toBeVisible();
    }
  });
}
