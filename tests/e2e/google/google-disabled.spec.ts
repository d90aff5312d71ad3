import { ask } from "../../support/service/ask.ts";
import { siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("without settings the Google sign-in is absent, and its address explains that it is not available", async ({
  page,
  lang,
}) => {
  const prefix = lang === "en" ? "/En" : "/Ru";
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).hostname));
  for (const path of ["/sign-in", "/sign-up"]) {
    await page.goto(`${prefix}${path}`, { waitUntil: "networkidle" });
    await expect(page.getByRole("button").first()).toBeVisible();
    await expect(page.getByText(/Google/)).toHaveCount(0);
  }
  await page.goto(`${prefix}/auth/google?next=${prefix}/dashboard/orders`);
  await expect(page).toHaveURL(/\/sign-in\?next=.+&google=off$/);
  await expect(page.getByText(siteText(lang, "auth:google.why.off"))).toBeVisible();
  expect(new Set(requests)).toEqual(new Set(["127.0.0.1"]));
});

test("without settings Google's addresses redirect to the sign-in", { tag: "@http" }, async ({ site }) => {
  for (const path of ["/auth/google", "/auth/google/callback?state=x&code=y", "/auth/google/callback?error=x"]) {
    const response = await ask(site, path);
    expect(response.status, path).toBe(303);
    expect(response.headers.location, path).toMatch(/^\/En\/sign-in\?google=(off|refused)$/);
  }
  const { headers } = await ask(site, "/En/sign-in");
  expect(headers["content-security-policy"]).not.toContain("google");
  expect((await ask(site, "/auth/google/nonce")).status).toBe(303);
});
