import { startSite } from "../../support/site/site.ts";
import { type StatisticsService, startStatistics } from "../../support/site/statistics-service.ts";
import { BackOffice } from "../people/back-office.ts";
import { siteText } from "../people/visitor.ts";
import { test as browserTest, expect } from "../setup/browser-test.ts";
import type { SiteAtPace } from "../setup/site.ts";

/** A site with statistics and a chat of another company. */
const test = browserTest.extend<object, { statistics: StatisticsService; siteAtPace: SiteAtPace }>({
  statistics: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const service = await startStatistics();
      await use(service);
      service.stop();
    },
    { scope: "worker" },
  ],
  siteAtPace: [
    async ({ statistics: { origin } }, use) => {
      const site = await startSite({ STATISTICS: `plausible:${origin}`, LIVE_CHAT: `script:${origin}/chat.js` });
      await use(async () => site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("statistics are loaded after a Yes only, told each public page once, and stop with a No", async ({
  page,
  site,
  statistics,
}) => {
  const say = (key: string) => siteText("en", `cookies:${key}`);
  const ask = page.getByRole("heading", { name: say("banner.title") });
  await page.goto("/En");
  await expect(ask).toBeVisible();
  await expect(page.getByLabel(siteText("en", "calculator:send"))).toBeEditable();
  expect(statistics.requests).toEqual([]);

  await page.getByRole("button", { name: say("banner.yes"), exact: true }).click();
  await expect(ask).toHaveCount(0);
  await expect.poll(() => statistics.requests).toEqual(["/js/script.manual.js", "/api/event /En"]);
  await page.goto("/En/legal/faq");
  await expect.poll(() => statistics.requests.at(-1)).toBe("/api/event /En/legal/faq");
  const requestsBefore = statistics.requests.length;
  const { ref, token } = await new BackOffice(site).order();
  await page.goto(`/En/order/${ref}?t=${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(statistics.requests.slice(requestsBefore)).toEqual([]);

  await page.goto("/En/legal/terms");
  await expect.poll(() => statistics.requests.at(-1)).toBe("/api/event /En/legal/terms");
  await page.getByRole("link", { name: say("banner.settings") }).click();
  const box = page.getByRole("checkbox", { name: /Statistics$/ });
  await expect(box).toBeChecked();
  await box.uncheck();
  await page.getByRole("button", { name: say("settings.save") }).click();
  await expect(box).not.toBeChecked();
  const before = statistics.requests.length;
  await page.goto("/En/legal/terms");
  await expect(ask).toHaveCount(0);
  expect(statistics.requests.slice(before)).toEqual([]);
});

test("a chat is contacted when its button is pressed, and the button says whom it contacts", async ({
  page,
  statistics,
}) => {
  await page.goto("/Ru/company/contact-us");
  const before = statistics.requests.length;
  const host = new URL(statistics.origin).host;
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: siteText("ru", "cookies:chat.live", { name: host }) }).click();
  await expect((await opened).getByText("The chat is here")).toBeVisible();
  expect(statistics.requests.slice(before)).toEqual(["/chat.js"]);
});

test("without scripts the question is a form, Global Privacy Control is a No, and answers are recorded", async ({
  request,
  site,
}) => {
  const page = async (path: string, headers = {}) => (await request.get(path, { headers })).text();
  const isAsked = /action="\/consent"/;
  expect(await page("/Ru/legal/terms")).toMatch(isAsked);
  const withSignal = await page("/Ru/legal/terms", { "Sec-GPC": "1" });
  expect(withSignal).not.toMatch(isAsked);
  expect(withSignal).not.toContain("/scripts/statistics");
  expect(await page("/Ru/legal/cookies", { "Sec-GPC": "1" })).toContain("Global Privacy Control");

  const answer = (form: Record<string, string>) =>
    request.post("/consent", { form, headers: { Origin: site.origin }, maxRedirects: 0 });
  // Whatever is no clear Yes is a No.
  for (const form of [{ returnTo: "/Ru/legal/terms", answer: "no", by: "banner" }, { answer: "chosen" }, {}]) {
    const response = await answer(form);
    expect(response.status()).toBe(303);
    expect(response.headers()["set-cookie"]).toMatch(/^consent=no\.[\w-]+\.\d+; Max-Age=15552000; /);
  }
  expect(await page("/Ru/legal/terms")).not.toMatch(isAsked);
  const report = await new BackOffice(site).operator("report consents");
  expect(JSON.stringify(report)).toMatch(/"no": ?[3-9]/);
});
