import { Member, password } from "./member.ts";
import { expect, test } from "./site.ts";
import { prefix } from "./visitor.ts";

/** Every address that a form about an account posts to. */
const actions = [
  "/sign-in",
  "/sign-up",
  "/sign-up/code",
  "/sign-out",
  "/reset",
  "/reset/code",
  "/two-factor",
  "/auth/google",
  "/link-google",
  "/dashboard/account",
  "/dashboard/account/picture",
  "/dashboard/account/email",
  "/dashboard/account/email/code",
  "/dashboard/account/close",
  "/dashboard/account/password",
  "/dashboard/account/two-factor",
  "/dashboard/account/sessions",
  "/dashboard/account/addresses",
];

test("a session that ends on another device ends here; what was being typed waits for its return", async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  const member = new Member(page, "en", site);
  await member.signsUp();
  const other = await browser.newContext({ baseURL: site.origin });
  const phone = new Member(await other.newPage(), "en", site);
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
  await other.close();
});

test("a planted, tampered or half cookie is a guest's, never an error", async ({ page, site, context, request }) => {
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
      const answer = await request.get(`${site.origin}${path}`, {
        headers: { Cookie: `session=${planted}` },
        maxRedirects: 0,
      });
      expect(answer.status(), `${planted.slice(0, 20)} at ${path}`).toBe(path === "/En/dashboard" ? 303 : 200);
      expect(await answer.text()).not.toContain(member.email);
    }
  }
  // The sealed value of another cookie opens nothing either.
  const sealed = (await context.cookies()).find(({ name }) => name === "pending")?.value ?? turned;
  const answer = await request.get(`${site.origin}/En/dashboard`, {
    headers: { Cookie: `session=${sealed}` },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
});

test("a cookie kept from before the sign-out opens nothing afterwards", async ({ page, site, context, request }) => {
  const member = new Member(page, "ru", site);
  await member.signsUp();
  const kept = (await context.cookies()).find(({ name }) => name === "session")?.value ?? "";
  await member.signsOut();
  expect((await context.cookies()).some(({ name }) => name === "session")).toBe(false);
  const answer = await request.get(`${site.origin}/Ru/dashboard`, {
    headers: { Cookie: `session=${kept}` },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  expect(answer.headers()["set-cookie"]).toMatch(/^session=; Max-Age=0/);
});

test("pages for a member are kept by no cache, and hold neither the token nor the cookie", async ({
  page,
  site,
  context,
  request,
}) => {
  const member = new Member(page, "en", site);
  await member.signsUp();
  const session = (await context.cookies()).find(({ name }) => name === "session")?.value ?? "";
  for (const path of [
    "",
    "/legal/faq",
    "/dashboard",
    "/dashboard.data",
    "/dashboard/account",
    "/dashboard/account/sessions",
  ]) {
    const answer = await request.get(`${site.origin}/En${path}`, { headers: { Cookie: `session=${session}` } });
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["cache-control"], path).toBe("private, no-store");
    const html = await answer.text();
    expect(html, path).not.toContain(session.slice(0, 60));
    expect(html, path).not.toMatch(/access_token|bearer/i);
  }
  expect(site.log()).not.toContain(session.slice(0, 60));
  expect(site.log()).not.toContain(password);
});

test("a post from another site is refused with a page, at every address of an account", async ({ site, request }) => {
  for (const path of [...actions.map((action) => `/En${action}`), "/adopt", "/auth/google/nonce"]) {
    const foreign: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: site.origin, "Sec-Fetch-Site": "cross-site" },
      { Origin: site.origin, "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of foreign) {
      const answer = await request.post(`${site.origin}${path}`, {
        headers,
        form: { email: "a@b.co" },
        maxRedirects: 0,
      });
      expect(answer.status(), `${path} ${JSON.stringify(headers)}`).toBe(403);
      expect(await answer.text()).toContain("<h1");
    }
  }
});

test("opening an address signs nobody out", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  await member.signsUp();
  await member.opens("/sign-out");
  expect(await member.isIn()).toBe(true);
  await expect(page).toHaveURL(new RegExp(`${prefix("en")}/dashboard$`));
});
