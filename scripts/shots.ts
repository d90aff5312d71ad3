/**
 * Screenshots of every page, public and a member's, in both languages and themes, on a phone and a desktop, into shots/, for people to review.
 * npm run build && npm run shots [name] takes only screenshots whose name contains it.
 */
import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { Member } from "../tests/e2e/people/member.ts";
import { type Lang, langs, prefix, usdtToPaypal, Visitor } from "../tests/e2e/people/visitor.ts";
import { allPages } from "../tests/e2e/setup/all-pages.ts";
import { publicPaths } from "../tests/e2e/setup/public-pages.ts";
import { chromiumLaunch } from "../tests/support/site/chromium.ts";
import { startSite } from "../tests/support/site/site.ts";

const only = process.argv[2] ?? "";
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const themes = ["light", "dark"] as const;

const site = await startSite();
const browser = await chromium.launch(chromiumLaunch());
await mkdir("shots", { recursive: true });
for (const lang of langs) {
  for (const theme of themes) {
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) await shootAll(browser, lang, theme, size);
  }
}
await browser.close();
await site.stop();

async function shootAll(browser: Browser, lang: Lang, theme: "light" | "dark", size: keyof typeof sizes) {
  const context = await browser.newContext({
    baseURL: site.origin,
    colorScheme: theme,
    viewport: sizes[size],
    deviceScaleFactor: 1,
    hasTouch: size === "phone",
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const shot = new Set<string>();
  const shoot = async (name: string) => {
    const file = `${name}-${size}-${theme}-${lang}.png`;
    if (shot.has(file)) return;
    shot.add(file);
    if (file.includes(only)) await page.screenshot({ path: `shots/${file}`, fullPage: true });
  };
  for (const path of [...publicPaths, "/no/such/page"]) {
    await page.goto(`${prefix(lang)}${path}`);
    await shoot(nameOf(path));
  }
  await shootOrder(page, lang, shoot);
  const isPublic = new Set(publicPaths.map((path) => `${prefix(lang)}${path}`));
  for (const address of await allPages(new Member(page, lang, site), lang)) {
    if (isPublic.has(address)) continue;
    await page.goto(address);
    await shoot(nameOf(address.slice(prefix(lang).length)));
  }
  await context.close();
}

/** `/dashboard/orders` as `dashboard-orders`, without the numbers of orders and emails. */
function nameOf(path: string): string {
  const name = path
    .slice(1)
    .replace(/\/([0-9A-Z]{10}|[a-z]+_[0-9a-f]+)/, "")
    .replaceAll("/", "-");
  return name === "" ? "home" : name;
}

/** Along an order from amount to end, including input errors. */
async function shootOrder(page: Page, lang: Lang, shoot: (name: string) => Promise<void>) {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await shoot("order-details");
  await visitor.button("details:submit").click();
  await page.getByText(visitor.say("problems:required.paypal")).first().waitFor();
  await shoot("order-details-errors");
  await visitor.fillsDetails(usdtToPaypal);
  await shoot("order-confirm");
  await visitor.confirms();
  await visitor.status("order:state.awaiting_payment.title").waitFor();
  await shoot("order-pay");
  await visitor.button("order:sandbox.pay_partial").click();
  await visitor.sees("holds:amount_mismatch.order.restTitle");
  await shoot("order-hold");
  await visitor.makesOrder(usdtToPaypal);
  await visitor.button("order:sandbox.pay_exact").click();
  await visitor.sees("order:state.completed.title");
  await shoot("order-completed");
}
