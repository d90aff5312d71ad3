import { ask, form } from "../../support/service/ask.ts";
import { prefix } from "../people/visitor.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";
import { GoogleUser, inBrowser as test } from "./google-site.ts";

const button = ({ page }: GoogleUser) => page.getByRole("button", { name: "Google's own button" });

test.afterEach(({ google }) => {
  google.button.isMissing = false;
  google.button.press = "token";
});

test("Google's own button signs in and leads to the requested page", async ({ page, site, google, lang }) => {
  const user = new GoogleUser(page, lang, site, google);
  google.button.account = user.account;
  await user.opens("/dashboard/orders");
  await button(user).click();
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard/orders$`));
  await user.opens("/dashboard/account");
  await expect(user.field("account:profile.name")).toHaveValue("Anna Ozola");
});

test("a failed load of Google's library is reported, and the plain link works", async ({
  page,
  site,
  google,
  lang,
}) => {
  const user = new GoogleUser(page, lang, site, google);
  google.button.isMissing = true;
  await user.opens("/sign-up");
  const notice = page.getByRole("status").getByText(user.say("auth:google.library"));
  await expect(notice).toBeVisible();
  if (lang === "en") {
    await expect(notice).toHaveText("Failed to load the Google 3P Authorization JavaScript Library.");
  }
  await user.goesToGoogle();
  await user.agrees();
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
});

test("in the dialog the plain link leads to Google and back to the same page", async ({ page, site, google }) => {
  const user = new GoogleUser(page, "ru", site, google);
  await user.opens("/exchange/usdt-to-paypal");
  await hydrated(page);
  await page
    .getByRole("banner")
    .getByRole("link", { name: user.say("shell:link.signIn") })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(user.say("auth:email"), { exact: true })).toBeFocused();
  await expect(button(user)).toHaveCount(0);
  await dialog.getByRole("link", { name: user.say("auth:google.continue") }).click();
  await user.agrees();
  await expect(page).toHaveURL(/\/Ru\/exchange\/usdt-to-paypal/);
  await expect(page.getByRole("banner").locator("[data-account] summary")).toBeVisible();
});

test("the Google pages have no axe violation", async ({ page, site, google }) => {
  const user = new GoogleUser(page, "ru", site, google);
  await user.opens("/sign-in?google=denied");
  await expect(button(user)).toBeVisible();
  expect(await axeFaults(page), "signing in").toEqual([]);
  await user.hasAccount();
  google.button.isMissing = true;
  await user.opens("/sign-up");
  await expect(page.getByRole("status").getByText(user.say("auth:google.library"))).toBeVisible();
  expect(await axeFaults(page), "without the library").toEqual([]);
  await user.goesToGoogle();
  await user.agrees();
  await user.button("auth:linkGoogle.submit").click();
  await expect(page.locator("#password-error")).toBeVisible();
  expect(await axeFaults(page), "linking").toEqual([]);
});

test("a missing token or a token with another nonce is rejected", async ({ page, site, google }) => {
  const user = new GoogleUser(page, "en", site, google);
  google.button.account = user.account;
  google.button.press = "another nonce";
  await user.opens("/sign-in");
  await button(user).click();
  await user.seesFailure("auth:google.why.cut");
  google.button.press = "nothing";
  await button(user).click();
  await expect(page.getByRole("status").getByText(user.say("auth:google.missing"))).toBeVisible();
  google.button.press = "token";
  await button(user).click();
  await expect(page).toHaveURL(/\/En\/dashboard$/);
});

test("a token is accepted once, from our own page, in the browser it was issued for", async ({
  page,
  site,
  google,
}) => {
  const user = new GoogleUser(page, "en", site, google);
  google.button.account = user.account;
  await user.opens("/sign-in");
  const posted = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/En/auth/google"),
  );
  await button(user).click();
  const body = (await posted).postData() ?? "";
  await expect(page).toHaveURL(/\/En\/dashboard$/);
  expect(site.log()).not.toContain(new URLSearchParams(body).get("credential"));

  const sameOrigin = { ...form, Origin: site.origin };
  expect((await ask(site, "/En/auth/google", { ...form, Origin: "https://evil.example" }, "POST", body)).status).toBe(
    403,
  );
  const again = await ask(site, "/En/auth/google", sameOrigin, "POST", body);
  expect(again.headers.location).toBe("/En/sign-in?google=cut");
  expect((await page.context().cookies()).some(({ name }) => name === "google-nonce")).toBe(false);
  const empty = await ask(site, "/Ru/auth/google", sameOrigin, "POST", "credential=");
  expect(empty.headers.location).toBe("/Ru/sign-in?google=missing");
});

test("only the sign-in pages allow Google's scripts", async ({ site }) => {
  for (const path of ["/En/sign-in", "/Ru/sign-up", "/En", "/En/reset", "/En/track", "/En/exchange/usdt-to-paypal"]) {
    const { headers } = await ask(site, path);
    const isOpen = path.includes("/sign-");
    expect(String(headers["content-security-policy"]).includes("accounts.google.com"), path).toBe(isOpen);
    expect(headers["cross-origin-opener-policy"], path).toBe(isOpen ? "same-origin-allow-popups" : "same-origin");
  }
});
