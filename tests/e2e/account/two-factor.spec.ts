import { password } from "../people/member.ts";
import { Careful, secondStepPath } from "../people/two-factor-member.ts";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/site.ts";

for (const lang of langs) {
  test(`in ${lang} an account asks for a second step once it is set up, and lets in who lost the phone`, async ({
    page,
    site,
  }) => {
    test.slow();
    const member = new Careful(page, lang, site);
    await member.signsUp();
    const recovery = await member.turnsOn();
    expect(new Set(recovery).size).toBe(10);
    await member.opens(secondStepPath);
    await expect(page.getByText(recovery[0] ?? "")).toHaveCount(0);
    await member.signsOut();

    await member.comesToSecondStep();
    expect((await page.context().cookies()).some(({ name }) => name === "session")).toBe(false);
    await member.field("auth:twoFactor.code").fill("000000");
    await member.button("auth:twoFactor.submit").click();
    await expect(page.getByRole("heading", { name: member.say("problems:two_factor_invalid") })).toBeVisible();
    await member.field("auth:twoFactor.code").fill(await member.freshCode());
    await member.button("auth:twoFactor.submit").click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
    await member.signsOut();

    await member.comesToSecondStep();
    await page.getByRole("link", { name: member.say("auth:twoFactor.lost") }).click();
    await member.field("auth:twoFactor.recovery").fill(recovery[0] ?? "");
    await member.button("auth:twoFactor.submit").click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));

    await member.opens(secondStepPath);
    await member.field("account:twoFactor.password").fill(password);
    await member.field("account:twoFactor.offCode").fill(await member.freshCode());
    await member.button("account:twoFactor.disable").click();
    await expect(page.getByText(member.say("account:done.off"))).toBeVisible();
    await member.signsOut();
    await member.signsIn();
  });
}
