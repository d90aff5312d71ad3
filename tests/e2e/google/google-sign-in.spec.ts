import { termsVersion } from "../../../contract/order/terms.ts";
import { by } from "../../support/service/members.ts";
import { password, totp } from "../people/member.ts";
import { prefix } from "../people/visitor.ts";
import { expect } from "../setup/story.ts";
import { GoogleUser, test } from "./google-site.ts";

/** Creates an account with the user's email through the API; returns its bearer. */
async function hasAccount(user: GoogleUser): Promise<string> {
  const { office, email } = user;
  const { data } = await office.call("registerRequestCode", { body: { email, locale: user.lang } });
  const body = {
    challenge_id: data.challenge_id,
    email,
    code: await user.code(),
    password,
    terms_version: termsVersion,
  };
  return (await office.call("registerVerifyAccount", { body })).data.access_token;
}

/** Enables the second step; returns a function for its next codes. */
async function hasSecondStep({ office }: GoogleUser, bearer: string): Promise<() => Promise<string>> {
  const { data } = await office.call("twoFactorGenerate", { body: { password }, ...by(bearer) });
  const freshCode = async () => {
    const { data: clock } = await office.call("sandboxClock", { body: { advance_seconds: 60 } });
    return totp(data.secret, Date.parse(clock.now));
  };
  await office.call("twoFactorEnable", { body: { code: await freshCode() }, ...by(bearer) });
  return freshCode;
}

test.describe("Google", () => {
  test("opens an account at the first sign-in and finds it at the next", async ({ page, site, google, lang }) => {
    const user = new GoogleUser(page, lang, site, google);
    await user.opens("/dashboard/orders");
    await expect(page.getByText(user.say("auth:google.terms"))).toBeVisible();
    await user.goesToGoogle();
    await user.agrees();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard/orders$`));
    await user.opens("/dashboard/account");
    await expect(page.getByText(user.email).filter({ visible: true }).first()).toBeVisible();
    await expect(user.field("account:profile.name")).toHaveValue("Anna Ozola");
    await expect(page.getByText(user.say("account:profile.waysIn.google"))).toBeVisible();
    await user.signsOut();
    await user.opens("/sign-up");
    await user.goesToGoogle();
    // Google knows this browser and its consent by now.
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
    await user.opens("/dashboard/account");
    await expect(user.field("account:profile.name")).toHaveValue("Anna Ozola");
  });

  test("is linked to an account with the same email by its password, once", async ({ page, site, google, lang }) => {
    const user = new GoogleUser(page, lang, site, google);
    await hasAccount(user);
    await user.comesWithGoogle(`/sign-in?next=${prefix(lang)}/dashboard/new-order`);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/link-google$`));
    await expect(page.getByText(user.email)).toBeVisible();
    await user.button("auth:linkGoogle.submit").click();
    await expect(page.locator("#password-error")).toHaveText(user.say("problems:required.password"));
    await user.field("auth:password").fill("not the password at all");
    await user.button("auth:linkGoogle.submit").click();
    await expect(page.locator("#password-error")).toHaveText(user.say("problems:field.password_wrong"));
    expect(await page.content()).not.toContain("not the password at all");
    expect((await page.context().cookies()).some(({ name }) => name === "session")).toBe(false);
    await user.field("auth:password").fill(password);
    await user.button("auth:linkGoogle.submit").click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard/new-order$`));
    await user.opens("/dashboard/account");
    await expect(page.getByText(user.say("account:profile.waysIn.both"))).toBeVisible();
    await user.signsOut();
    await user.opens("/sign-in");
    await user.goesToGoogle();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
  });

  test("a cancelled consent signs nobody in", { tag: "@http" }, async ({ page, site, google, lang }) => {
    const user = new GoogleUser(page, lang, site, google);
    await user.opens("/sign-in");
    await user.goesToGoogle();
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await user.seesFailure("auth:google.why.denied");
    await user.goesToGoogle();
    await user.agrees();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard$`));
  });
});

test("two-step sign-in also applies to Google sign-ins and to linking", { tag: "@http" }, async ({
  page,
  site,
  google,
}) => {
  test.slow();
  const user = new GoogleUser(page, "ru", site, google);
  const freshCode = await hasSecondStep(user, await hasAccount(user));
  const givesCode = async (code: string) => {
    await expect(page).toHaveURL(/\/Ru\/two-factor$/);
    expect((await page.context().cookies()).some(({ name }) => name === "session")).toBe(false);
    await user.field("auth:twoFactor.code").fill(code);
    await user.button("auth:twoFactor.submit").click();
  };
  await user.comesWithGoogle("/sign-in?next=/Ru/dashboard/orders");
  await user.field("auth:password").fill(password);
  await user.button("auth:linkGoogle.submit").click();
  await givesCode("000000");
  await expect(page.getByRole("heading", { name: user.say("problems:two_factor_invalid") })).toBeVisible();
  await givesCode(await freshCode());
  await expect(page).toHaveURL(/\/Ru\/dashboard\/orders$/);
  await user.signsOut();
  await user.opens("/sign-in");
  await user.goesToGoogle();
  await givesCode(await freshCode());
  await expect(page).toHaveURL(/\/Ru\/dashboard$/);
});

test("an email that Google has not verified is rejected", { tag: "@http" }, async ({ page, site, google }) => {
  const user = new GoogleUser(page, "en", site, google, { email_verified: false });
  await user.comesWithGoogle();
  await user.seesFailure("auth:google.why.unverified");
});

test("Google's answer is accepted once, and only in the browser that asked", { tag: "@http" }, async ({
  page,
  site,
  google,
  newBrowser,
}) => {
  const user = new GoogleUser(page, "en", site, google);
  const sent: URL[] = [];
  page.on("request", (request) => sent.push(new URL(request.url())));
  await user.comesWithGoogle();
  await expect(page).toHaveURL(/\/En\/dashboard$/);

  const authRequest = sent.find(
    ({ origin, pathname }) => origin === google.provider.url && pathname === "/o/oauth2/v2/auth",
  );
  expect(authRequest?.searchParams.get("code_challenge_method")).toBe("S256");
  expect(authRequest?.searchParams.get("scope")?.split(" ").sort()).toEqual(["email", "openid", "profile"]);
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(authRequest?.searchParams.get(name)?.length, name).toBeGreaterThanOrEqual(32);
  }
  const back = sent.find(({ pathname }) => pathname === "/auth/google/callback");
  const code = back?.searchParams.get("code") ?? "";
  expect(code.length).toBeGreaterThan(20);
  for (const secret of [code, authRequest?.searchParams.get("state"), authRequest?.searchParams.get("nonce")]) {
    expect(site.log()).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  }
  expect(site.log()).toContain('"path":"/auth/google/callback","status":303');
  expect((await page.context().cookies()).some(({ name }) => name === "google")).toBe(false);
  await user.signsOut();

  await page.goto(String(back));
  await user.seesFailure("auth:google.why.cut");
  for (const path of ["", "?state=x&code=y", `?code=${code}`, "?state=%00&code[]=1", "?error=server_error"]) {
    await page.goto(`/auth/google/callback${path}`);
    await user.seesFailure(path.includes("error") ? "auth:google.why.refused" : "auth:google.why.cut");
  }

  // Another user's code in a browser that started its own sign-in.
  const attacker = new GoogleUser(await newBrowser(), "en", site, google);
  const begins = async ({ page: { request }, account }: GoogleUser) => {
    const { location = "" } = (await request.get("/En/auth/google", { maxRedirects: 0 })).headers();
    return String(await google.provider.wayBack(location, account));
  };
  const theirs = await begins(attacker);
  await begins(user);
  await page.goto(theirs);
  await user.seesFailure("auth:google.why.cut");
  // With its state, but without its cookie.
  await attacker.page.context().clearCookies({ name: "google" });
  await attacker.page.goto(theirs);
  await attacker.seesFailure("auth:google.why.cut");
  await attacker.page.goto(await begins(attacker));
  await expect(attacker.page).toHaveURL(/\/En\/dashboard$/);
});

test("an outage at Google is reported and leaves no trace when it ends", { tag: "@http" }, async ({
  page,
  site,
  google,
}) => {
  const user = new GoogleUser(page, "ru", site, google);
  await user.comesWithGoogle();
  await expect(page).toHaveURL(/\/Ru\/dashboard$/);
  await user.signsOut();
  for (const fault of ["down", "hang", "reset", "error", "html"] as const) {
    await google.tokens.break(fault);
    await user.opens("/sign-in");
    await user.goesToGoogle();
    await user.seesFailure("auth:google.why.unreachable");
  }
  await google.tokens.break(null);
  await expect(async () => {
    await user.opens("/sign-in");
    await user.goesToGoogle();
    await expect(page).toHaveURL(/\/Ru\/dashboard$/);
  }).toPass();
});

test("the redirect after Google never leaves the site", { tag: "@http" }, async ({ page, site, google }) => {
  const user = new GoogleUser(page, "en", site, google);
  await user.comesWithGoogle("/sign-in?next=https://evil.example/x");
  await expect(page).toHaveURL(`${site.origin}/En/dashboard`);
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
  ]) {
    await user.signsOut();
    await page.goto(`/En/auth/google?${new URLSearchParams({ next })}`);
    await expect(page, next).toHaveURL(new RegExp(`^${site.origin}/`));
    await user.opens("/dashboard");
  }
});
