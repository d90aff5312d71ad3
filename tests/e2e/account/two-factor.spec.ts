import { password } from "../people/member.ts";
import { secondStepPath, TwoFactorMember } from "../people/two-factor-member.ts";
import { prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("two-step sign-in asks for a code, accepts a recovery code and can be turned off", async ({
  page,
  site,
  lang,
}) => {
  test.slow();
  const member = new TwoFactorMember(page, lang, site);
  await member.beginsSignedIn();
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
