import { Member, password, totp } from "./member.ts";
import { expect, test } from "./site.ts";
import { langs, prefix } from "./visitor.ts";

const settings = "/dashboard/account/two-factor";

/** Someone whose account asks for a second step. */
class Careful extends Member {
  private secret = "";

  /** The code of a step of its own, by the service's clock: it takes each step once. */
  async freshCode(): Promise<string> {
    const { data } = await this.backstage.call("sandboxClock", { body: { advance_seconds: 60 } });
    return totp(this.secret, Date.parse(data.now));
  }

  async turnsOn(): Promise<string[]> {
    await this.opens(settings);
    await this.field("account:twoFactor.password").fill(password);
    await this.button("account:twoFactor.begin").click();
    await expect(this.page.getByRole("img", { name: this.say("account:twoFactor.qr") })).toBeVisible();
    this.secret = (await this.page.locator("code").innerText()).replace(/\s/g, "");
    await this.field("account:twoFactor.code").fill("000000");
    await this.button("account:twoFactor.enable").click();
    await expect(this.page.getByRole("heading", { name: this.say("problems:two_factor_invalid") })).toBeVisible();
    await this.field("account:twoFactor.code").fill(await this.freshCode());
    await this.button("account:twoFactor.enable").click();
    await expect(this.page.getByRole("heading", { name: this.say("account:twoFactor.codesTitle") })).toBeVisible();
    return this.page.locator("ol.figures li").allInnerTexts();
  }

  async comesToSecondStep(): Promise<void> {
    await this.opens("/sign-in");
    await this.givesPassword();
    await expect(this.page).toHaveURL(/\/two-factor$/);
    await expect(this.page.getByRole("heading", { level: 1, name: this.say("auth:twoFactor.title") })).toBeVisible();
  }
}

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
    await member.opens(settings);
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

    await member.opens(settings);
    await member.field("account:twoFactor.password").fill(password);
    await member.field("account:twoFactor.offCode").fill(await member.freshCode());
    await member.button("account:twoFactor.disable").click();
    await expect(page.getByText(member.say("account:done.off"))).toBeVisible();
    await member.signsOut();
    await member.signsIn();
  });
}
