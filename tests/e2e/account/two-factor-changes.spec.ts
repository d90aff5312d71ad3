import { password } from "../people/member.ts";
import { TwoFactorMember } from "../people/two-factor-member.ts";
import { expect, test } from "../setup/story.ts";

test("with two-step sign-in, changing the email and closing the account need a code", async ({ page, site, lang }) => {
  test.slow();
  const member = new TwoFactorMember(page, lang, site);
  await member.beginsSignedIn();
  await member.turnsOn();
  const factor = member.field("account:password.code");

  await member.opens("/dashboard/account/email");
  const newEmail = `moved-${member.email}`;
  const ask = async (code: string) => {
    await member.field("account:email.new").fill(newEmail);
    await member.field("account:proof.password").fill(password);
    await factor.fill(code);
    await member.button("account:email.submit").click();
  };
  await ask("000000");
  await expect(page.getByRole("heading", { name: member.say("problems:two_factor_invalid") })).toBeVisible();
  await ask(await member.freshCode());
  await expect(page).toHaveURL(/\/email\/code$/);
  await member.field("auth:code").fill(await member.code("email_change_code", newEmail));
  await member.button("account:emailCode.submit").click();
  await expect(page.getByText(member.say("account:done.email"))).toBeVisible();

  await member.opens("/dashboard/account/close");
  const close = async (code: string) => {
    await member.field("account:proof.password").fill(password);
    await factor.fill(code);
    await page.getByRole("checkbox", { name: member.say("account:close.sure") }).check();
    await member.button("account:close.submit").click();
  };
  await close("");
  await expect(page.getByRole("heading", { name: member.say("problems:two_factor_required") })).toBeVisible();
  await close(await member.freshCode());
  await expect(page.getByText(member.say("auth:signIn.closed"))).toBeVisible();
});
