import { Member, password } from "../people/member.ts";
import { type Lang, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const here = "/dashboard/account/email";

class EmailChanger extends Member {
  /** On the page for the new address. */
  async asks(email: string, typed = password): Promise<void> {
    await this.field("account:email.new").fill(email);
    await this.field("account:proof.password").fill(typed);
    await this.button("account:email.submit").click();
  }

  async givesCode(code: string): Promise<void> {
    await this.field("auth:code").fill(code);
    await this.button("account:emailCode.submit").click();
  }
}

const other = (lang: Lang) => `moved-${lang}-${crypto.randomUUID().slice(0, 8)}@mail.com`;

test("the email changes with the code from the new mailbox, the old address is notified, and other sessions end", async ({
  page,
  site,
  newBrowser,
  lang,
}) => {
  test.slow();
  const member = new EmailChanger(page, lang, site);
  await member.beginsSignedIn();
  const elsewhere = new Member(await newBrowser(), lang, site);
  await elsewhere.opens("/sign-in");
  await elsewhere.field("auth:email").fill(member.email);
  await elsewhere.field("auth:password").fill(password);
  await elsewhere.button("auth:signIn.submit").click();
  await expect(elsewhere.page).toHaveURL(/\/dashboard$/);

  await member.opens("/dashboard/account");
  await page.getByRole("link", { name: member.say("account:profile.changeEmail") }).click();
  await expect(page.getByText(member.say("account:email.note", { email: member.email }))).toBeVisible();
  const newEmail = other(lang);
  await member.asks("not an address", "not the password");
  await expect(page.locator("#email-error")).toHaveText(member.say("problems:field.email_format"));
  await member.asks(newEmail, "not the password");
  await expect(page.locator("#password-error")).toHaveText(member.say("problems:field.password_wrong"));
  await expect(member.field("account:email.new")).toHaveValue(newEmail);
  await member.asks(newEmail);
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}${here}/code$`));
  await expect(page.getByText(newEmail)).toBeVisible();

  const code = await member.code("email_change_code", newEmail);
  await member.givesCode(code === "000000" ? "000001" : "000000");
  const four = lang === "ru" ? "auth:codeTries_few" : "auth:codeTries_other";
  await expect(page.getByText(member.say(four, { count: "4" }))).toBeVisible();
  await member.givesCode(code);
  await expect(page).toHaveURL(/\/dashboard\/account\?done=email$/);
  await expect(page.getByText(member.say("account:done.email"))).toBeVisible();
  await expect(page.getByText(newEmail).filter({ visible: true }).first()).toBeVisible();
  const emails = () => member.office.call("sandboxLetters", { query: { to: member.email } });
  await expect.poll(async () => (await emails()).data.map(({ kind }) => kind)).toContain("email_changed");
  await member.opens("/dashboard");
  await expect(page.getByText(member.say("dashboard:overview.changed"))).toBeVisible();
  expect(await elsewhere.isIn()).toBe(false);

  await member.signsOut();
  await member.givesPassword();
  await expect(page.getByRole("heading", { name: member.say("problems:invalid_credentials") })).toBeVisible();
  await member.field("auth:email").fill(newEmail);
  await member.field("auth:password").fill(password);
  await member.button("auth:signIn.submit").click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an address that another member has gets the same answer, and a wrong code changes nothing", {
  tag: "@http",
}, async ({ page, site, newBrowser }) => {
  const eve = new Member(await newBrowser(), "en", site);
  await eve.beginsSignedIn();
  const member = new EmailChanger(page, "en", site);
  await member.beginsSignedIn();
  await member.office.passes(61);
  const pages: string[] = [];
  for (const newEmail of [other("en"), eve.email]) {
    await member.opens(here);
    await member.asks(newEmail);
    await expect(page).toHaveURL(/\/email\/code$/);
    // As sent by the server: scripts change the countdown later.
    const main = /<main.*<\/main>/s.exec(await (await page.request.get(page.url())).text())?.[0] ?? "";
    expect(main).toContain(newEmail);
    pages.push(main.replaceAll(newEmail, "wanted").replace(/\d\d:\d\d(:\d\d)?|data-resend-seconds="\d+"/g, "time"));
  }
  expect(pages[0]).toBe(pages[1]);
  await member.givesCode("000000");
  await expect(page.getByRole("heading", { name: member.say("problems:code_invalid") })).toBeVisible();
});

test("an expired code is rejected, and a new one is sent without the password", async ({ page, site, hasScripts }) => {
  const member = new EmailChanger(page, "en", site);
  await member.beginsSignedIn();
  await member.opens(here);
  const newEmail = other("en");
  await member.asks(newEmail);
  const first = await member.code("email_change_code", newEmail);
  await member.office.passes(11 * 60);
  await member.givesCode(first);
  await expect(page.getByRole("heading", { name: member.say("problems:code_expired") })).toBeVisible();
  // With scripts the button appears after a minute of the browser's clock.
  if (hasScripts) return;
  await member.button("auth:resend.act").click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect.poll(() => member.code("email_change_code", newEmail)).not.toBe(first);
  await member.givesCode(await member.code("email_change_code", newEmail));
  await expect(page.getByText(member.say("account:done.email"))).toBeVisible();
});

test("the code page redirects to the email form when no code was requested", { tag: "@http" }, async ({
  page,
  site,
}) => {
  const member = new Member(page, "ru", site);
  await member.beginsSignedIn();
  await member.opens(`${here}/code`);
  await expect(page).toHaveURL(/\/Ru\/dashboard\/account\/email$/);
});
