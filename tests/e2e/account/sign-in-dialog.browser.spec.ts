import type { Locator, Page } from "@playwright/test";
import { Member, password } from "../people/member.ts";
import { TwoFactorMember } from "../people/two-factor-member.ts";
import { type Lang, prefix, siteText, usdtToPaypal } from "../people/visitor.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect, test } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");

async function opensDialog(page: Page, lang: Lang, key = "shell:link.signIn"): Promise<Locator> {
  await hydrated(page);
  await page
    .getByRole("banner")
    .getByRole("link", { name: siteText(lang, key) })
    .filter({ visible: true })
    .click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel(siteText(lang, "auth:email"), { exact: true })).toBeFocused();
  return dialog;
}

/** A member who is signed out. */
async function outside(page: Page, lang: Lang, site: ConstructorParameters<typeof Member>[2]): Promise<Member> {
  const member = new Member(page, lang, site);
  await member.hasAccount();
  return member;
}

test.describe("the sign-in dialog", () => {
  test("signs in without leaving the page, which keeps what was typed", async ({ page, site, lang }) => {
    const member = await outside(page, lang, site);
    await member.opens("/exchange/usdt-to-paypal");
    await member.asksFor({ ...usdtToPaypal, amount: "321" });
    const name = page.getByLabel(member.say("details:payout.extra.full_name.label"));
    await name.fill("Anna Ivanova");
    const address = page.url();

    const dialog = await opensDialog(page, lang);
    await expect(dialog).toHaveAccessibleName(member.say("auth:signIn.title"));
    await member.givesPassword("not the password at all");
    const alert = dialog.locator('[role="alert"]:focus');
    await expect(alert.getByRole("heading", { name: member.say("problems:invalid_credentials") })).toBeVisible();
    await expect(dialog.getByLabel(member.say("auth:email"), { exact: true })).toHaveValue(member.email);

    await member.givesPassword();
    await expect(dialog).toHaveCount(0);
    const menu = page.getByRole("banner").locator("[data-account] summary");
    await expect(menu).toBeFocused();
    expect(page.url()).toBe(address);
    await expect(name).toHaveValue("Anna Ivanova");
    expect(await member.isIn()).toBe(true);
  });

  test("is the sign-in page itself where the open page is of another build", async ({ page, site, lang }) => {
    const member = await outside(page, lang, site);
    await member.opens("");
    await hydrated(page);
    const sheet = page.locator("link[rel=stylesheet]").first();
    await sheet.evaluate((link) => link.setAttribute("href", `${link.getAttribute("href")}?old`));
    const signIn = page.getByRole("banner").getByRole("link", { name: member.say("shell:link.signIn") });
    await signIn.filter({ visible: true }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/sign-in\\?next=`));
  });

  test("keeps the amounts of the calculator", async ({ page, site, lang }) => {
    const member = await outside(page, lang, site);
    await member.opens("");
    await page.getByLabel(member.say("calculator:send")).fill("432");
    await opensDialog(page, lang);
    await member.givesPassword();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByLabel(member.say("calculator:send"))).toHaveValue(/^432/);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}(\\?|$)`));
  });

  test("opens an account with a pasted code; the countdown for another one runs", async ({ page, site, lang }) => {
    const member = new Member(page, lang, site);
    await member.opens("");
    const dialog = await opensDialog(page, lang, "shell:link.signUp");
    await member.field("auth:email").fill(member.email);
    await member.button("auth:signUp.submit").click();
    await expect(dialog).toHaveAccessibleName(member.say("auth:signUpCode.title"));
    const field = dialog.getByLabel(member.say("auth:code"), { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");

    const clock = dialog.getByText(member.say("auth:resend.in"));
    const first = await clock.innerText();
    await expect(clock).not.toHaveText(first);
    await expect(member.button("auth:resend.act")).toHaveCount(0);

    const code = await member.code();
    await field.evaluate(
      (input, text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        document.execCommand("insertText", false, text);
      },
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    await member.field("auth:password").fill(password);
    await member.button("auth:signUpCode.submit").click();
    await expect(dialog.getByText(member.say("problems:field.must_accept"))).toBeVisible();
    await member.entersCode(code);
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}$`));
    expect(await member.isIn()).toBe(true);
  });

  test("resets the password and signs in with it and the second step", async ({ page, site, lang }) => {
    test.slow();
    const member = new TwoFactorMember(page, lang, site);
    await member.beginsSignedIn();
    await member.turnsOn();
    await member.opens("/dashboard");
    await member.signsOut();
    await member.opens("");
    const dialog = await opensDialog(page, lang);
    await dialog.getByRole("link", { name: member.say("auth:signIn.forgot") }).click();
    await expect(dialog).toHaveAccessibleName(member.say("auth:reset.title"));
    await member.field("auth:email").fill(member.email);
    await member.button("auth:reset.submit").click();
    await expect(dialog).toHaveAccessibleName(member.say("auth:resetCode.title"));
    await member.field("auth:code").fill(await member.code("reset_code"));
    await member.field("auth:newPassword").fill("another horse entirely");
    await dialog.getByText(member.say("auth:secondFactor.mine")).click();
    await member.field("auth:secondFactor.label").fill(await member.freshCode());
    await member.button("auth:resetCode.submit").click();
    await expect(dialog.getByText(member.say("auth:signIn.reset"))).toBeVisible();

    await member.givesPassword("another horse entirely");
    await expect(dialog).toHaveAccessibleName(member.say("auth:twoFactor.title"));
    await member.field("auth:twoFactor.code").fill("000000");
    await member.button("auth:twoFactor.submit").click();
    await expect(dialog.getByRole("heading", { name: member.say("problems:two_factor_invalid") })).toBeVisible();
    await member.field("auth:twoFactor.code").fill(await member.freshCode());
    await member.button("auth:twoFactor.submit").click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}$`));
    expect(await member.isIn()).toBe(true);
  });

  test("reports a network failure, and its link leads to the sign-in page", async ({ page, site, lang }) => {
    const member = await outside(page, lang, site);
    await member.opens("");
    const dialog = await opensDialog(page, lang);
    await page.route("**/sign-in**", (route) => route.abort("internetdisconnected"));
    await member.givesPassword();
    await expect(dialog.getByText(member.say("shell:authDialog.failed"))).toBeVisible();
    await expect(member.field("auth:email")).toHaveValue(member.email);
    await page.unroute("**/sign-in**");
    await dialog.getByRole("link", { name: member.say("shell:authDialog.page") }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/sign-in\\?next=%2F(En|Ru)$`));
    await member.givesPassword();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}$`));
  });

  test("has no axe violation, with and without errors, on a phone too", async ({ page, site, lang }) => {
    test.slow();
    const member = new Member(page, lang, site);
    await member.opens("");
    const dialog = await opensDialog(page, lang);
    expect(await axeFaults(page), "sign-in").toEqual([]);
    // All widths share their markup: one of each is enough for every state.
    await page.setViewportSize({ width: 390, height: 844 });
    await member.button("auth:signIn.submit").click();
    await expect(dialog.locator('[role="alert"]:focus')).toBeVisible();
    expect(await axeFaults(page), "errors on a phone").toEqual([]);
    await page
      .getByRole("dialog")
      .getByRole("link", { name: member.say("auth:signIn.create") })
      .click();
    // Before that, the previous page's field would get the input.
    await expect(dialogOf(page)).toHaveAccessibleName(member.say("auth:signUp.title"));
    await member.field("auth:email").fill(member.email);
    await member.button("auth:signUp.submit").click();
    await expect(dialogOf(page)).toHaveAccessibleName(member.say("auth:signUpCode.title"));
    expect(await axeFaults(page), "the code").toEqual([]);
  });
});

test("Escape and the close button return the focus; the page behind does not scroll", async ({ page }) => {
  await page.goto("/En");
  const link = page
    .getByRole("banner")
    .getByRole("link", { name: siteText("en", "shell:link.signIn") })
    .first();
  for (const close of [
    () => page.keyboard.press("Escape"),
    () =>
      dialogOf(page)
        .getByRole("button", { name: siteText("en", "shell:authDialog.close") })
        .click(),
  ]) {
    const dialog = await opensDialog(page, "en");
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      const holds = await dialog.evaluate(
        (element) => element.contains(document.activeElement) || document.activeElement === document.body,
      );
      expect(holds, `after ${presses + 1} presses of Tab`).toBe(true);
    }
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
  }
  // Again, so that the closed dialog can be opened again.
  await opensDialog(page, "en");
});

test("on a phone the dialog covers the whole page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/Ru");
  await page.getByRole("banner").locator("summary").filter({ visible: true }).last().click();
  const dialog = await opensDialog(page, "ru");
  // The dialog slides in: its box is final only after the animation.
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
});

test("the dialog's code is loaded on demand; when that fails the link opens the page", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/En", { waitUntil: "networkidle" });
  expect(fetched.filter((url) => url.includes("auth-dialog"))).toEqual([]);
  await page.route("**/auth-dialog-*.js", (route) => route.abort("internetdisconnected"));
  await page
    .getByRole("banner")
    .getByRole("link", { name: siteText("en", "shell:link.signIn") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/En\/sign-in$/);
  await expect(page.getByRole("heading", { level: 1, name: siteText("en", "auth:signIn.title") })).toBeVisible();
});
