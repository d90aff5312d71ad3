import { prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("a password manager is led to the page that changes the password", async ({ site }) => {
  for (const [accepted, lang] of [
    ["ru-RU", "ru"],
    ["en-US", "en"],
  ] as const) {
    const response = await fetch(`${site.origin}/.well-known/change-password`, {
      redirect: "manual",
      headers: { "Accept-Language": accepted },
    });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`${prefix(lang)}/dashboard/account/password`);
  }
});

test("security.txt says where to report a vulnerability, and is valid for more than a month and less than a year", async ({
  site,
}) => {
  const response = await fetch(`${site.origin}/.well-known/security.txt`);
  expect(response.headers.get("content-type")).toContain("text/plain");
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${site.origin}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
