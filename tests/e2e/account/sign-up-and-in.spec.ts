import { Member, password } from "../people/member.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test.describe("an account", () => {
  test("is opened with the code from the email; a wrong code is rejected and counted", async ({ page, site, lang }) => {
    const member = new Member(page, lang, site);
    await member.asksForCode();
    const code = await member.code();
    await member.entersCode(code === "000000" ? "000001" : "000000");
    await expect(page.getByRole("heading", { name: member.say("problems:code_invalid") })).toBeVisible();
    await expect(member.field("auth:code")).toHaveAttribute("aria-invalid", "true");
    expect(await page.content()).not.toContain(password);
    await expect(page.getByRole("checkbox", { name: member.say("auth:signUpCode.terms") })).toBeChecked();
    // Pasted with the email's space.
    await member.entersCode(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
    await expect(page.getByRole("heading", { level: 1, name: member.say("dashboard:overview.title") })).toBeVisible();
    await expect(page.getByText(member.email).filter({ visible: true }).first()).toBeVisible();
  });

  test("requires the terms and a long password, each beside its field", async ({ page, site, lang }) => {
    const member = new Member(page, lang, site);
    await member.asksForCode();
    await member.field("auth:code").fill(await member.code());
    await member.field("auth:password").fill("short");
    await member.button("auth:signUpCode.submit").click();
    await expect(page.locator("#terms_version-error")).toHaveText(member.say("problems:field.must_accept"));
    await page.getByRole("checkbox", { name: member.say("auth:signUpCode.terms") }).check();
    await member.field("auth:code").fill(await member.code());
    await member.field("auth:password").fill("short");
    await member.button("auth:signUpCode.submit").click();
    await expect(page.locator("#password-error")).toBeVisible();
    await member.entersCode(await member.code());
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("is signed out of and into again; a wrong password and an unknown account get the same answer", async ({
    page,
    site,
    lang,
  }) => {
    const member = new Member(page, lang, site);
    await member.signsUp();
    await member.signsOut();
    expect(await member.isIn()).toBe(false);
    await member.givesPassword("not the password at all");
    const alert = page.getByRole("heading", { name: member.say("problems:invalid_credentials") });
    await expect(alert).toBeVisible();
    await expect(member.field("auth:email")).toHaveValue(member.email);
    expect(await page.content()).not.toContain("not the password at all");
    const stranger = new Member(page, lang, site);
    await stranger.givesPassword();
    await expect(alert).toBeVisible();
    await member.signsIn();
  });

  test("leads back to the page that asked for the sign-in, never to another site", async ({ page, site, lang }) => {
    const member = new Member(page, lang, site);
    await member.signsUp();
    await member.signsOut();
    await member.opens("/dashboard/new-order");
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await member.givesPassword();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard/new-order$`));
    await member.signsOut();
    await member.opens("/sign-in?next=https://evil.example/x");
    await member.givesPassword();
    await expect(page).toHaveURL(new RegExp(`^${site.origin}${prefix(lang)}/dashboard$`));
  });

  test("gets a new password by email; the old password and sessions end", { tag: "@http" }, async ({
    page,
    site,
    newBrowser,
    lang,
  }) => {
    const member = new Member(page, lang, site);
    await member.signsUp();
    const elsewhere = (await newBrowser()).context();
    await elsewhere.addCookies(await page.context().cookies());
    await member.signsOut();
    await member.signsIn();

    const resetting = new Member(await newBrowser(), lang, site);
    await resetting.opens("/reset");
    await resetting.field("auth:email").fill(member.email);
    await resetting.button("auth:reset.submit").click();
    await expect(resetting.page).toHaveURL(/\/reset\/code$/);
    await resetting.field("auth:code").fill(await member.code("reset_code"));
    await resetting.field("auth:newPassword").fill("an entirely different phrase");
    await resetting.button("auth:resetCode.submit").click();
    await expect(resetting.page.getByText(member.say("auth:signIn.reset"))).toBeVisible();

    expect(await member.isIn()).toBe(false);
    await member.givesPassword(password);
    await expect(page.getByRole("alert")).toBeVisible();
    await member.givesPassword("an entirely different phrase");
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("with a known email the sign-up page looks the same and opens no second account", { tag: "@http" }, async ({
    page,
    site,
    newBrowser,
    lang,
  }) => {
    const member = new Member(page, lang, site);
    await member.signsUp();
    // An address gets at most one email a minute.
    await member.office.passes(61);
    const again = new Member(await newBrowser(), lang, site);
    await again.opens("/sign-up");
    await again.field("auth:email").fill(member.email);
    await again.button("auth:signUp.submit").click();
    await expect(again.page).toHaveURL(/\/sign-up\/code$/);
    await expect(again.page.getByText(member.email)).toBeVisible();
  });
});

test("another code can be requested only after a minute, and the page shows when", async ({
  page,
  site,
  hasScripts,
}) => {
  const member = new Member(page, "en", site);
  await member.asksForCode();
  const first = await member.code();
  if (hasScripts) {
    await expect(page.getByText(member.say("auth:resend.in"))).toBeVisible();
  } else {
    // Without scripts the button is always there, and an early press is refused.
    await member.button("auth:resend.act").click();
    await expect(page.getByRole("alert")).toBeVisible();
  }
  await member.entersCode(first);
  await expect(page).toHaveURL(/\/dashboard$/);
});

for (const [name, path, kind] of [
  ["signUp", "/sign-up", "sign_up_code"],
  ["reset", "/reset", "reset_code"],
] as const) {
  test(`${path} asked for a second code too early leads to the field for the first`, { tag: "@http" }, async ({
    page,
    site,
    lang,
  }) => {
    const member = new Member(page, lang, site);
    if (name === "reset") await member.hasAccount();
    for (const url of [/code$/, new RegExp(`${path}$`)]) {
      await member.opens(path);
      await member.field("auth:email").fill(member.email);
      await member.button(`auth:${name}.submit`).click();
      await expect(page).toHaveURL(url);
    }
    await expect(page.getByRole("alert")).toBeVisible();
    const code = await member.code(kind);
    await expect(page.getByText(member.say("auth:requested", { email: member.email }))).toBeVisible();
    await page.locator(`main a[href$="${path}/code"]`).click();
    await member.field("auth:code").fill(code);
    await expect(member.button(`auth:${name}Code.submit`)).toBeVisible();
  });
}

test("a reset goes on where it was when theme and language change in the middle", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  const other = langs.find((language) => language !== lang) ?? lang;
  await member.hasAccount();
  await member.opens("/reset");
  await member.field("auth:email").fill(member.email);
  await member.button("auth:reset.submit").click();
  await expect(page).toHaveURL(/\/reset\/code$/);
  await member.button("shell:theme.dark").first().click();
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/reset/code$`));
  await page
    .locator(`button[name="language"][value="${prefix(other).slice(1)}"]`)
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${prefix(other)}/reset/code$`));
  await expect(page.getByText(member.email)).toBeVisible();
  await page.getByLabel(siteText(other, "auth:code"), { exact: true }).fill(await member.code("reset_code"));
  await page.getByLabel(siteText(other, "auth:newPassword"), { exact: true }).fill("an entirely different phrase");
  await page.getByRole("button", { name: siteText(other, "auth:resetCode.submit") }).click();
  await expect(page.getByText(siteText(other, "auth:signIn.reset"))).toBeVisible();
});

test("code pages redirect to their first page when no code was requested", { tag: "@http" }, async ({ page }) => {
  for (const [path, first] of [
    ["/En/sign-up/code", /\/En\/sign-up$/],
    ["/Ru/reset/code", /\/Ru\/reset$/],
    ["/En/two-factor", /\/En\/sign-in$/],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(first);
  }
});
