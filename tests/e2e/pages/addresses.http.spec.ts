import { langs, prefix, siteText } from "../people/visitor.ts";
import { publicPaths } from "../setup/public-pages.ts";
import { expect, test } from "../setup/story.ts";

test("every public page exists in both languages, with its own title", async ({ request }) => {
  const titles = new Map<string, string>();
  for (const lang of langs) {
    for (const path of publicPaths) {
      const address = `${prefix(lang)}${path}`;
      const response = await request.get(address);
      expect(response.status(), address).toBe(200);
      const html = await response.text();
      expect(html, address).toContain(`<html lang="${lang}"`);
      expect(html.match(/<h1[ >]/g), address).toHaveLength(1);
      const text = html.replaceAll(/<script.*?<\/script>|<pre.*?<\/pre>|<a href="mailto:[^>]*>.*?<\/a>/gs, "");
      expect(text, `${address}: an email address is a link`).not.toContain("support@kursa.example");
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
      expect(titles.get(title), `${address} and ${titles.get(title)} have the title ${title}`).toBeUndefined();
      titles.set(title, address);
    }
  }
});

test("an address without a language follows Accept-Language and varies by it", async ({ request }) => {
  const russian = await request.get("/legal/terms", { headers: { "Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5" } });
  expect(russian.status()).toBe(200);
  expect(await russian.text()).toContain('<html lang="ru"');
  expect(russian.headers().vary).toMatch(/accept-language/i);
  const other = await request.get("/legal/terms", { headers: { "Accept-Language": "de" } });
  expect(await other.text()).toContain('<html lang="en"');
});

test("a chosen language is kept in a plain cookie for a year", async ({ page, context }) => {
  await page.goto("/Ru/legal/terms");
  expect(await context.cookies()).toEqual([]);
  await page
    .getByRole("group", { name: siteText("ru", "shell:language.label") })
    .getByRole("button")
    .first()
    .click();
  await expect(page).toHaveURL(/\/En\/legal\/terms$/);
  const cookie = (await context.cookies()).find(({ name }) => name === "i18n_redirected");
  expect(cookie).toMatchObject({ value: "En", path: "/", sameSite: "Lax" });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);
});

test("members' pages redirect a guest to the sign-in with the way back", async ({ page }) => {
  for (const path of ["", "/account", "/affiliates", "/new-order", "/orders"]) {
    await page.goto(`/Ru/dashboard${path}`);
    await expect(page).toHaveURL(/\/Ru\/sign-in\?/);
    expect(new URL(page.url()).searchParams.get("next")).toBe(`/Ru/dashboard${path}`);
  }
});

test("an unknown address is a 404 page with its path and a link home", async ({ page }) => {
  for (const lang of langs) {
    const answer = await page.goto(`${prefix(lang)}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await expect(
      page.getByText(siteText(lang, "errors:errorPage.notFound", { path: `${prefix(lang)}/no/such/page` })),
    ).toBeAttached();
    await page.getByRole("link", { name: siteText(lang, "errors:errorPage.goHome") }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}$`));
  }
});

test("old addresses and other spellings redirect permanently to existing pages", async ({ request }) => {
  const moves = [
    ["/receive-paypal?utm=1", "/solutions/exchange-paypal?utm=1"],
    ["/Ru/disclaimer", "/Ru/terms-of-services"],
    ["/story-of-us", "/En/contact-us"],
    ["/Ru/visa-master-invoice", "/solutions/payment-gate"],
    ["/en/legal/terms", "/En/legal/terms"],
    ["/En/legal/terms/", "/En/legal/terms"],
    ["/En/", "/En"],
  ] as const;
  for (const [from, to] of moves) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect(response.status(), from).toBe(301);
    const target = new URL(response.headers().location ?? "", "http://x");
    expect(target.pathname + target.search, from).toBe(to);
    expect((await request.get(from)).status(), from).toBe(200);
  }
  expect((await request.get("/xx/legal/terms")).status()).toBe(404);
});

test("an order's number in another spelling redirects once to its own, and what is no number is a 404", async ({
  request,
}) => {
  const opens = (path: string) => request.get(path, { maxRedirects: 0 });
  for (const typed of ["7q2m-k9xw-3t", "%37q2mk9xw3t", "7Q2M%2DK9XW3T", "%37Q2MK9XW3T%20"]) {
    const response = await opens(`/En/order/${typed}/details`);
    expect([response.status(), response.headers().location], typed).toEqual([302, "/En/order/7Q2MK9XW3T/details"]);
  }
  for (const typed of ["e", "%61", "..%2f", "%5cevil.example", "a".repeat(41)]) {
    expect((await opens(`/En/order/${typed}`)).status(), typed).toBe(404);
  }
});

test("every answer has the security headers, and the policy forbids inline scripts", async ({ request }) => {
  const addresses = ["/En", "/Ru/order/0000000000", "/nothing", "/receive-paypal", "/robots.txt", "/api/v1/nothing"];
  for (const address of addresses) {
    const { headers } = { headers: (await request.get(address, { maxRedirects: 0 })).headers() };
    const policy = headers["content-security-policy"] ?? "";
    expect(policy, address).not.toContain("unsafe-inline");
    expect(policy, address).not.toContain("unsafe-eval");
    expect(policy, address).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], address).toBe("nosniff");
    // The service's responses have their own, stricter headers.
    const referrer = address.startsWith("/api/") ? "no-referrer" : "strict-origin-when-cross-origin";
    expect(headers["referrer-policy"], address).toBe(referrer);
    expect(headers["x-powered-by"], address).toBeUndefined();
  }
});

test("a form from another origin is refused with a 403 page", async ({ request }) => {
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example"]) {
    const response = await request.post("/Ru/exchange/usdt-to-paypal", {
      headers: { Origin: origin },
      form: { a: "1" },
    });
    expect(response.status(), origin).toBe(403);
    expect(await response.text(), origin).toMatch(/<html lang="ru"/);
  }
});

test("the site serves the API's OpenAPI document", async ({ request }) => {
  const document = await (await request.get("/api/v1/openapi.json")).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths).length).toBeGreaterThan(30);
  const asGuest = await request.post("/api/v1/balance/create", { headers: { "client-id": "e2e" }, data: {} });
  expect(asGuest.status()).toBe(401);
  expect(await asGuest.json()).toMatchObject({ code: "unauthenticated" });
});

test("an oversized or non-JSON API call is refused with a problem document", async ({ request }) => {
  const call = (data: string, type: string) =>
    request.post("/api/v1/promo/validate", {
      headers: { "client-id": "e2e", "Content-Type": type },
      data: Buffer.from(data),
    });
  const large = await call(JSON.stringify({ code: "x".repeat(200_000) }), "application/json");
  expect([large.status(), (await large.json()).code]).toEqual([413, "too_large"]);
  const form = await call("code=x", "application/x-www-form-urlencoded");
  expect([form.status(), (await form.json()).code]).toEqual([415, "unsupported_media_type"]);
  const broken = await call("{", "application/json");
  expect([broken.status(), (await broken.json()).code]).toEqual([400, "bad_request"]);
});
