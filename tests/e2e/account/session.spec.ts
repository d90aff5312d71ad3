import { Member, password } from "../people/member.ts";
import { prefix } from "../people/visitor.ts";
import { bearerOf, cookieOf } from "../setup/cookies.ts";
import { expect, test } from "../setup/story.ts";

test("a session ended from another device asks for the sign-in and keeps what was typed", async ({
  page,
  site,
  newBrowser,
}) => {
  test.slow();
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const phone = new Member(await newBrowser(), "en", site);
  await phone.opens("/sign-in");
  await phone.field("auth:email").fill(member.email);
  await phone.field("auth:password").fill(password);
  await phone.button("auth:signIn.submit").click();
  await expect(phone.page).toHaveURL(/\/dashboard$/);

  await member.opens("/dashboard/account");
  await member.field("account:profile.name").fill("Anna Ivanova");
  await phone.opens("/dashboard/account/sessions");
  await phone.page.getByRole("button", { name: phone.say("account:sessions.endOf") }).click();
  await expect(phone.page.getByText(phone.say("account:done.session"))).toBeVisible();

  await member.button("account:profile.submit").click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2FEn%2Fdashboard%2Faccount&why=ended$/);
  await expect(page.getByText(member.say("auth:signIn.ended"))).toBeVisible();
  await member.givesPassword();
  await expect(page).toHaveURL(/\/dashboard\/account$/);
  await expect(member.field("account:profile.name")).toHaveValue("Anna Ivanova");
  await member.button("account:profile.submit").click();
  await expect(page.getByText(member.say("account:done.profile"))).toBeVisible();
  await expect(member.field("account:profile.name")).toHaveValue("Anna Ivanova");
});

test("a planted, tampered or truncated session cookie counts as a guest, never as an error", { tag: "@http" }, async ({
  page,
  site,
  context,
  request,
}) => {
  const member = new Member(page, "en", site);
  await member.signsUp();
  const session = (await context.cookies()).find(({ name }) => name === "session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const value = session?.value ?? "";
  expect(value.length).toBeLessThan(4096);
  const turned = value.slice(0, -8) + (value.at(-8) === "A" ? "B" : "A") + value.slice(-7);
  for (const planted of [
    "",
    "x",
    "eyJhbGciOiJub25lIn0..",
    turned,
    value.slice(0, 40),
    `${value}A`,
    "%00",
    "a".repeat(4000),
  ]) {
    for (const path of ["/En", "/En/dashboard", "/En/sign-in", "/En/legal/faq"]) {
      const response = await request.get(`${site.origin}${path}`, {
        headers: { Cookie: `session=${planted}` },
        maxRedirects: 0,
      });
      expect(response.status(), `${planted.slice(0, 20)} at ${path}`).toBe(path === "/En/dashboard" ? 303 : 200);
      expect(await response.text()).not.toContain(member.email);
    }
  }
  // The encrypted value of another cookie is rejected too.
  const sealed = (await context.cookies()).find(({ name }) => name === "pending")?.value ?? turned;
  const response = await request.get(`${site.origin}/En/dashboard`, {
    headers: { Cookie: `session=${sealed}` },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
});

test("a cookie from before the sign-out is no longer accepted", { tag: "@http" }, async ({
  page,
  site,
  context,
  request,
}) => {
  const member = new Member(page, "ru", site);
  await member.beginsSignedIn();
  await member.opens("/dashboard");
  const sessionCookie = (await context.cookies()).find(({ name }) => name === "session")?.value ?? "";
  await member.signsOut();
  expect((await context.cookies()).some(({ name }) => name === "session")).toBe(false);
  const response = await request.get(`${site.origin}/Ru/dashboard`, {
    headers: { Cookie: `session=${sessionCookie}` },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  expect(response.headers()["set-cookie"]).toMatch(/^session=; Max-Age=0/);
});

test("members' pages are not cacheable and contain neither the token nor the cookie", { tag: "@http" }, async ({
  page,
  site,
  context,
  request,
}) => {
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const session = (await context.cookies()).find(({ name }) => name === "session")?.value ?? "";
  for (const path of [
    "",
    "/legal/faq",
    "/dashboard",
    "/dashboard.data",
    "/dashboard/account",
    "/dashboard/account/sessions",
  ]) {
    const response = await request.get(`${site.origin}/En${path}`, { headers: { Cookie: `session=${session}` } });
    expect(response.status(), path).toBe(200);
    expect(response.headers()["cache-control"], path).toBe("private, no-store");
    const html = await response.text();
    expect(html, path).not.toContain(session.slice(0, 60));
    expect(html, path).not.toMatch(/access_token|bearer/i);
  }
  expect(site.log()).not.toContain(session.slice(0, 60));
  expect(site.log()).not.toContain(password);
});

test("a planted session is replaced and revoked at the sign-in", { tag: "@http" }, async ({
  page,
  site,
  context,
  newBrowser,
}) => {
  const mallory = new Member(await newBrowser(), "en", site);
  const attacker = mallory.page.context();
  await mallory.beginsSignedIn();
  const planted = await cookieOf(attacker, "session");
  const theirs = await bearerOf(site, attacker);

  const member = new Member(page, "en", site);
  await member.hasAccount();
  await member.opens("/sign-in");
  await context.addCookies([{ name: "session", value: planted, url: site.origin, httpOnly: true }]);
  await member.givesPassword();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(member.email).filter({ visible: true }).first()).toBeVisible();
  expect(await cookieOf(context, "session")).not.toBe(planted);
  expect(await bearerOf(site, context)).not.toBe(theirs);
  expect(await mallory.isIn()).toBe(false);
  expect(await profileStatus(site.origin, theirs)).toBe(401);
});

test("a sealed cookie with any changed character is rejected, and none is accepted in place of another", {
  tag: "@http",
}, async ({ page, site, context }) => {
  test.slow();
  const member = new Member(page, "en", site);
  await member.asksForCode();
  const pending = await cookieOf(context, "pending");
  await member.entersCode(await member.code());
  await expect(page).toHaveURL(/\/dashboard$/);
  await member.opens("/dashboard/new-order");
  await member.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/details$/);
  const [session, orders] = [await cookieOf(context, "session"), await cookieOf(context, "orders")];
  const opens = async (path: string, Cookie: string) =>
    (await fetch(`${site.origin}/En${path}`, { headers: { Cookie }, redirect: "manual" })).status;
  const order = new URL(page.url()).pathname.replace("/En", "");
  expect(await opens("/dashboard", `session=${session}`)).toBe(200);
  expect(await opens("/sign-up/code", `pending=${pending}`)).toBe(200);
  expect(await opens(order, `orders=${orders}`)).toBe(200);

  for (const value of [pending, orders]) expect(await opens("/dashboard", `session=${value}`)).toBe(303);
  for (const value of [session, orders]) expect(await opens("/sign-up/code", `pending=${value}`)).toBe(303);
  for (const value of [session, pending]) expect(await opens(order, `orders=${value}`)).toBe(404);
  // Not all bits of a part's last character are significant.
  const ends = new Set([...session.matchAll(/\.|$/g)].map(({ index }) => index - 1));
  for (let at = 0; at < session.length; at += 7) {
    const letter = session.at(at) ?? "";
    if (letter === "." || ends.has(at)) continue;
    const turned = session.slice(0, at) + (letter === "A" ? "B" : "A") + session.slice(at + 1);
    expect(await opens("/dashboard", `session=${turned}`), `letter ${at}`).toBe(303);
  }
});

test("the service rejects the bearer token after the sign-out", { tag: "@http" }, async ({ page, site, context }) => {
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  await member.opens("/dashboard");
  const bearer = await bearerOf(site, context);
  expect(await profileStatus(site.origin, bearer)).toBe(200);
  await member.signsOut();
  expect(await profileStatus(site.origin, bearer)).toBe(401);
});

test("a GET of the sign-out address signs nobody out", { tag: "@http" }, async ({ page, site }) => {
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  await member.opens("/sign-out");
  expect(await member.isIn()).toBe(true);
  await expect(page).toHaveURL(new RegExp(`${prefix("en")}/dashboard$`));
});

async function profileStatus(origin: string, bearer: string): Promise<number> {
  const headers = { "client-id": "test", Authorization: `Bearer ${bearer}` };
  return (await fetch(`${origin}/api/v1/member/profile`, { headers })).status;
}
