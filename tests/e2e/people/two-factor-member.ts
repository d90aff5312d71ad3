import { expect } from "../setup/expect.ts";
import { Member, password, totp } from "./member.ts";

/** The page for enabling and disabling the second step. */
export const secondStepPath = "/dashboard/account/two-factor";

/** A member with two-step sign-in. */
export class TwoFactorMember extends Member {
  private secret = "";

  /** A code not used before, by the service's clock: each is accepted once. */
  async freshCode(): Promise<string> {
    const { data } = await this.office.call("sandboxClock", { body: { advance_seconds: 60 } });
    return totp(this.secret, Date.parse(data.now));
  }

  async turnsOn(typed = password): Promise<string[]> {
    await this.opens(secondStepPath);
    await this.field("account:twoFactor.password").fill(typed);
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

  async comesToSecondStep(typed = password): Promise<void> {
    await this.opens("/sign-in");
    await this.givesPassword(typed);
    await expect(this.page).toHaveURL(/\/two-factor$/);
    await expect(this.page.getByRole("heading", { level: 1, name: this.say("auth:twoFactor.title") })).toBeVisible();
  }
}
