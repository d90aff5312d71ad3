import type { Page } from "@playwright/test";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { langs, prefix } from "../people/visitor.ts";
import { test as base, expect } from "../setup/browser-test.ts";

const test = base.extend<{ office: BackOffice }>({
  office: async ({ site }, use) => use(new BackOffice(site)),
});

test.use({ pace: "600000", timezoneId: "Asia/Tokyo" });

test("times are rendered by the server in the visitor's zone once the cookie is set", async ({
  page,
  office,
  site,
}) => {
  const orderKey = await office.order();
  const { expires_at: deadline } = await office.tracked(orderKey);
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(deadline ?? 0));
  const sentence = (html: string) => /<\/h1><p[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
  const asSent = async () => sentence(await (await page.request.get(`${site.origin}/En/order/${orderKey.ref}`)).text());

  await office.opens(page, "en", orderKey);
  const lead = page.locator("h1 + p");
  await expect(page.getByRole("timer").first()).toBeVisible();
  await expect(lead).toContainText(`${hourIn("UTC")}\u00a0UTC`);
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "zone")?.value)
    .toBe("Asia/Tokyo");

  await page.reload();
  await expect(lead).toContainText(hourIn("Asia/Tokyo"));
  await expect(lead).not.toContainText("UTC");
  expect(await asSent()).toBe(await lead.textContent());

  // An invalid zone must not cause an error.
  await page.context().addCookies([{ name: "zone", value: "Mars/Base", url: site.origin }]);
  expect(await asSent()).toContain("UTC");
});

test("a new account starts with the browser's time zone", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  await member.signsUp();
  await member.opens("/dashboard/account");
  await expect(member.field("account:profile.timezone")).toHaveValue("Asia/Tokyo");
});

type Case = { path: string; open: (office: BackOffice) => Promise<OrderKey> };
const pages: Record<string, Case> = {
  "the details of a draft": { path: "/details", open: (office) => office.draft() },
  "an order to be paid": { path: "", open: (office) => office.order() },
  "an invoice to be paid": {
    path: "",
    open: (office) => office.order({ from: "paypal-usd", to: "usdt-trc20", amount: "500" }),
  },
};

for (const [name, { path, open: make }] of Object.entries(pages)) {
  test(`${name}: hydration moves nothing on the page`, async ({ page, office }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    // As with a window: a browser without one refuses notifications by itself.
    await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "default" }));
    const orderKey = await make(office);
    // By the email's link, once: from then on the browser may open the order.
    await office.opens(page, "en", orderKey);
    for (const lang of langs) {
      await page.context().clearCookies({ name: "zone" });
      let letCome = () => {};
      const coming = new Promise<void>((resolve) => {
        letCome = resolve;
      });
      await page.route("**/*.js", async (route) => {
        await coming;
        await route.continue();
      });
      await page.goto(`${prefix(lang)}/order/${orderKey.ref}${path}`, { waitUntil: "commit" });
      await expect(page.getByRole("contentinfo")).toBeVisible();
      const before = await places(page);
      letCome();
      await expect(page.getByRole("timer").first()).toBeVisible();
      expect(await places(page)).toEqual(before);
      expect(before.length).toBeGreaterThan(5);
      await page.unroute("**/*.js");
    }
  });
}

/** The positions of all controls; a button may say "copy" where without scripts it says "show". */
async function places(page: Page): Promise<string[]> {
  // A page can be seen before its styles have come.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => "sheet" in link && link.sheet),
  );
  await page.evaluate(() => document.fonts.ready);
  return page.locator("main :is(a, button, input, h1, h2)").evaluateAll((all) =>
    all.flatMap((element) => {
      const { top, height } = element.getBoundingClientRect();
      return height === 0 ? [] : [`${element.localName} ${Math.round(top + window.scrollY)}`];
    }),
  );
}
