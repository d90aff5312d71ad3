import { chromium, type Page } from "@playwright/test";
import { chromiumLaunch } from "../../support/site/chromium.ts";
import { startSite } from "../../support/site/site.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { langs, prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";
import { splitValues } from "../setup/split-values.ts";

/** The narrowest phone and the last width of each layout; every page at more widths: tests/proof/pages. */
const widths = [320, 599, 768, 912, 1120, 1280];

/** Nothing moves by itself: an order stays confirming, on hold or sent. */
test.use({ pace: "600000" });

test("no page scrolls sideways or splits a value at the last width of each layout, in either language", async ({
  page,
  site,
  lang,
}) => {
  test.slow();
  const member = new Member(page, lang, site);
  const held = await member.office.order();
  await member.office.plays(held, "pay_over");
  const completed = await complete(member.office);
  const detailed = await order(new Visitor(page, lang));
  const written = ["/company/contact-us", "/legal/terms", "/status", "/pairs/btc-to-paypal-usd"];
  const paths = ["?pairs=all", "/exchange/crypto-to-paypal", ...detailed, "/track", ...written];
  for (const shownOrder of [held, completed]) {
    await member.office.opens(page, lang, shownOrder);
    paths.push(`/order/${shownOrder.ref}`);
  }
  paths.push(`/order/${completed.ref}/receipt`);
  expect(await faults(page, paths)).toEqual([]);

  const session = await member.beginsSignedIn();
  // A partner's page has its tables and its chart once an order counts.
  const { data: partner } = await member.office.call("affiliateJoin", session);
  // An amount whose band has the longest label, whatever the rate is.
  await complete(member.office, { partner: partner.code, amount: "700" });
  const orderKey = await order(member);
  await member.opensWallet("USDT TRC20");
  await member.simulatesDeposit();
  const wallets = [
    "/wallets",
    "/wallets/usdt-trc20",
    "/wallets/deposit",
    "/transactions?wallet=usdt-trc20",
    "/statement",
    "/withdrawals",
    "/withdrawals/new",
  ];
  const inside = ["", "/orders", "/new-order", "/affiliates", ...wallets].map((path) => `/dashboard${path}`);
  expect(await faults(page, [...inside, ...orderKey])).toEqual([]);
});

test("nor does an order whose rate is held until the next day", async ({ browser, lang }) => {
  // A site of its own: other tests read how many minutes are left.
  const site = await startSite();
  try {
    const toMidnight = Math.ceil((new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1000);
    await new BackOffice(site).passes(Math.max(1, toMidnight - 600));
    const page = await browser.newPage({ baseURL: site.origin });
    const visitor = new Visitor(page, lang);
    const paths = await order(visitor);
    const drafted = await faults(page, paths);
    await visitor.opens(paths[1] ?? "");
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
    expect([...drafted, ...(await faults(page, [`/order/${visitor.ref()}`]))]).toEqual([]);
  } finally {
    await site.stop();
  }
});

test("with text at twice its size no page of a phone scrolls sideways", async ({ site, lang }) => {
  const launch = chromiumLaunch();
  const browser = await chromium.launch({ ...launch, args: [...launch.args, "--blink-settings=defaultFontSize=32"] });
  try {
    const page = await browser.newPage({ baseURL: site.origin, viewport: { width: 390, height: 844 } });
    const member = new Member(page, lang, site);
    const active = await member.office.order();
    const completed = await complete(member.office);
    for (const openedOrder of [active, completed]) await member.office.opens(page, lang, openedOrder);
    const orders = [active, completed].map(({ ref }) => `/order/${ref}`);
    const open = ["", "/exchange/usdt-to-paypal", ...orders, `${orders[1]}/receipt`, "/sign-up", "/track", "/verify"];
    await member.beginsSignedIn();
    const memberPaths = ["", "/orders", "/wallets", "/withdrawals", "/account"].map((path) => `/dashboard${path}`);
    const paths = [...open, "/status", "/company/contact-us", "/legal/faq", "/pairs/btc-to-paypal-usd", ...memberPaths];
    expect(await faults(page, paths, [390])).toEqual([]);
  } finally {
    await browser.close();
  }
});

/** The addresses of an order up to its payment. */
async function order(visitor: Visitor): Promise<string[]> {
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  return [`/order/${visitor.ref()}/details`, `/order/${visitor.ref()}/confirm`];
}

async function complete(office: BackOffice, input: Parameters<BackOffice["order"]>[0] = {}) {
  const orderKey = await office.order(input);
  for (const event of ["pay_exact", "confirm", "payout_ok"] as const) {
    // On a busy machine the payout's own job may be at the rail at this moment.
    await expect(() => office.plays(orderKey, event)).toPass({ intervals: [100, 250] });
    if (event === "confirm") await office.becomes(orderKey, "sending");
  }
  return orderKey;
}

async function faults(page: Page, paths: readonly string[], atWidths = widths): Promise<string[]> {
  const faultLines: string[] = [];
  for (const path of langs.flatMap((lang) => paths.map((path) => prefix(lang) + path))) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    for (const width of atWidths) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) faultLines.push(`${path} at ${width}: ${over} px too wide`);
      if (atWidths !== widths) continue;
      faultLines.push(
        ...(await page.evaluate(splitValues)).map((value) => `${path} at ${width}: ${value} in two lines`),
      );
    }
  }
  return faultLines;
}

test("on a phone the confirm button comes early, and the address to pay stands in equal columns", async ({
  page,
  lang,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const visitor = new Visitor(page, lang);
  const [, confirm = ""] = await order(visitor);
  for (const other of langs) {
    await page.goto(prefix(other) + confirm);
    const name = new Visitor(page, other).say("confirm:submit");
    const button = await page.getByRole("button", { name }).boundingBox();
    expect(button?.y, other).toBeLessThan(1050);
  }
  await visitor.opens(confirm);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  // A page can be seen before its styles have come.
  await page.waitForLoadState();
  const lefts = await page.locator(".address-grid > span").evaluateAll((groups) => {
    // A group of wide letters may take more room, and addresses are random.
    for (const group of groups) group.textContent = "0000";
    return groups.map((group) => Math.round(group.getBoundingClientRect().left));
  });
  const columns = [...new Set(lefts)];
  const steps = columns.slice(1).map((left, at) => left - (columns[at] ?? 0));
  expect(columns).toHaveLength(5);
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  const copy = await page.getByRole("button", { name: visitor.say("order:pay.copyAddress") }).boundingBox();
  expect(copy?.width, "not stretched").toBeLessThan(250);

  await page.goto(`${page.url()}?ask=cancel`);
  const question = await page.locator("#cancel").boundingBox();
  const text = await page.getByText(visitor.say("order:act.cancelHow")).boundingBox();
  expect((text?.y ?? 0) - (question?.y ?? 0), "as far from the edge as in the cards").toBeLessThan(18);
});
