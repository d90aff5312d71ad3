import { statusReply } from "../../../contract/market/service-status.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

for (const lang of langs) {
  test(`the status page shows every measured part, the reserves and its periods in ${lang}`, async ({ page }) => {
    await page.goto(`${prefix(lang)}/status`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(siteText(lang, "status:heading"));
    const heading = (key: string) => page.getByRole("heading", { name: siteText(lang, key), exact: true });
    for (const key of ["status:payouts.title", "status:reserve.title", "status:incidents.title"] as const) {
      await expect(heading(key)).toHaveCount(1);
    }
    for (const name of ["orders", "coins", "invoices", "payouts"] as const) {
      await expect(heading(`status:part.${name}`)).toHaveCount(1);
    }
    await page.getByRole("link", { name: siteText(lang, "status:period.7"), exact: true }).click();
    expect(new URL(page.url()).search).toBe("?days=7");
    await expect(page.locator("nav [aria-current=page]").first()).toBeVisible();
  });
}

test("the status file has the page's figures over 90 days, and an ETag", async ({ request }) => {
  const answer = await request.get("/status.json");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    etag: expect.stringMatching(/^"/),
  });
  const { data } = statusReply.parse({ data: await answer.json() });
  expect(data.days).toBe(90);
  for (const part of data.parts) expect(part.days).toHaveLength(90);
});
