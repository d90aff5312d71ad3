import sharp from "sharp";
import { Member } from "../people/member.ts";
import { siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

test("sign-up, sign-out and sign-in work by plain forms", async ({ page, lang, site }) => {
  const member = new Member(page, lang, site);
  await member.opens("");
  // The dialog's pages exist as pages without scripts.
  await page
    .getByRole("banner")
    .getByRole("link", { name: member.say("shell:link.signIn") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await member.signsUp();
  await member.signsOut();
  await member.signsIn();
});

test("the sign-up page offers another code at once, and a request before its time gets a message", async ({
  page,
  lang,
  site,
}) => {
  const member = new Member(page, lang, site);
  await member.asksForCode();
  await member.button("auth:resend.act").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await member.entersCode(await member.code());
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a photo is uploaded by the plain form", async ({ page, lang, site }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account/picture");
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#3366cc" } })
    .png()
    .toBuffer();
  await page.locator("#picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await member.button("account:picture.submit").click();
  await expect(page.getByText(member.say("account:done.picture"))).toBeVisible();
});

test("language and menu work on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/Ru/legal/terms");
  await page.getByRole("banner").locator("summary").filter({ visible: true }).last().click();
  await page
    .getByRole("group", { name: siteText("ru", "shell:language.label") })
    .filter({ visible: true })
    .getByRole("button")
    .first()
    .click();
  await expect(page).toHaveURL(/\/En\/legal\/terms$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
