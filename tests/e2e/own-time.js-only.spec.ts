import { Backstage } from "./backstage.ts";
import { test as base, expect } from "./site.ts";

const test = base.extend<{ stage: Backstage }>({
  stage: async ({ site }, use) => use(new Backstage(site)),
});

test.use({ pace: "600000", timezoneId: "Asia/Tokyo" });

test("an order's times come from the server as they stay, once a page has told it the visitor's zone", async ({
  page,
  stage,
  site,
}) => {
  const made = await stage.order();
  const { expires_at: deadline } = await stage.shown(made);
  const inTokyo = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", hour: "2-digit", minute: "2-digit" });
  const sentence = (html: string) => /<p class="text-lead[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
  const asSent = async () => sentence(await (await page.request.get(`${site.origin}/En/order/${made.ref}`)).text());

  await stage.opens(page, "en", made);
  const lead = page.locator("p.text-lead").first();
  await expect(lead).toContainText(inTokyo.format(new Date(deadline ?? 0)));
  await expect(lead).not.toContainText("UTC");
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "zone")?.value)
    .toBe("Asia/Tokyo");
  expect(await asSent()).toBe(await lead.textContent());

  // What is no zone is no reason to fail.
  await page.context().addCookies([{ name: "zone", value: "Mars/Base", url: site.origin }]);
  expect(await asSent()).toContain("UTC");
});
