import type { Page } from "@playwright/test";
import { Backstage, type Made } from "../people/back-office.ts";
import { Visitor } from "../people/visitor.ts";
import { hasScripts } from "../setup/hydrated.ts";
import { test as base, expect } from "../setup/site.ts";

/** An order that waits for its payment, whoever looks at it, and who moves it. */
const test = base.extend<{ stage: Backstage; visitor: Visitor; made: Made }>({
  stage: async ({ site }, use) => use(new Backstage(site)),
  visitor: async ({ page }, use) => use(new Visitor(page, "en")),
  made: async ({ stage }, use) => use(await stage.order()),
});

test.use({ pace: "600000" });

const streams = /\/stream$/;

test("the page follows by its stream alone", async ({ page, stage, visitor, made }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const streaming = page.waitForResponse(streams);
  await stage.opens(page, "en", made);
  expect((await streaming).headers()["content-type"]).toContain("text/event-stream");
  await stage.plays(made, "pay_exact");
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();
  expect(asked.filter((path) => path.endsWith("/status"))).toEqual([]);
  // What changed is announced once, and the first sight is no change.
  const announced = page.getByRole("status").filter({ hasText: /^500\sUSDT is on its way to us\. / });
  await expect(announced).toHaveCount(1);
});

test("where no stream holds, the page asks by itself, and follows the stream again when there is one", async ({
  page,
  stage,
  visitor,
  made,
}) => {
  await page.route(streams, (route) => route.fulfill({ status: 502, body: "a proxy's page" }));
  const asking = page.waitForRequest(/\/status$/);
  await stage.opens(page, "en", made);
  await asking;
  await stage.plays(made, "pay_exact");
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();

  await page.unroute(streams);
  const again = await page.waitForResponse(streams, { timeout: 30_000 });
  expect(again.status()).toBe(200);
});

test("several tabs of one order share one stream and show the same, also when the one that had it closes", async ({
  page,
  context,
  stage,
  made,
}) => {
  let opened = 0;
  context.on("request", (request) => {
    if (streams.test(request.url())) opened += 1;
  });
  await stage.opens(page, "en", made);
  await expect.poll(() => opened).toBe(1);
  const second = await context.newPage();
  await stage.opens(second, "en", made);
  await stage.plays(made, "pay_exact");
  for (const tab of [page, second]) {
    await expect(new Visitor(tab, "en").status("order:state.confirming.title")).toBeVisible();
  }
  expect(opened).toBe(1);

  await page.close();
  await expect.poll(() => opened).toBe(2);
  await stage.plays(made, "pay_vanish");
  await stage.passes(601);
  await expect(new Visitor(second, "en").status("order:state.awaiting_payment.title")).toBeVisible();
});

test("without a connection the page says so, and is up to date at once when it is back", async ({
  page,
  context,
  stage,
  visitor,
  made,
}) => {
  await stage.opens(page, "en", made);
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(visitor.say("order:timeline.lost"))).toBeVisible();
  await stage.plays(made, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await context.setOffline(false);
  await expect(visitor.status("order:state.confirming.title")).toBeVisible({ timeout: 3000 });
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
});

test("a page that nobody sees does not follow, and is up to date at once when it is seen again", async ({
  page,
  stage,
  visitor,
  made,
}) => {
  await stage.opens(page, "en", made);
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
  await seen(page, "hidden");
  await stage.plays(made, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  const asking = page.waitForRequest(/\/status$/);
  await seen(page, "visible");
  await asking;
  await expect(visitor.status("order:state.confirming.title")).toBeVisible({ timeout: 3000 });
});

test("a page whose computer slept is up to date at once, also when its stream died meanwhile", async ({
  page,
  stage,
  visitor,
  made,
}) => {
  // A stream that is held and says nothing counts as broken after forty seconds, not after a nap of 25.
  await page.route(streams, () => {});
  await page.clock.install();
  await stage.opens(page, "en", made);
  await hasScripts(page);
  await stage.plays(made, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await page.clock.fastForward(25_000);
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();
});

test("the service's clock decides how much time is left, whatever the browser's says", async ({
  page,
  stage,
  visitor,
  made,
}) => {
  await page.clock.install({ time: new Date("2031-01-01T00:00:00Z") });
  await page.clock.resume();
  await stage.opens(page, "en", made);
  await expect(page.getByRole("timer").first()).toHaveText(/^(29|30):\d\d$/);
  await stage.passes(31 * 60);
  await expect(visitor.status("order:state.expired.title")).toBeVisible();
});

test("nothing changes under the hands of somebody who types: the news waits, and what was typed stays", async ({
  page,
  stage,
  visitor,
  made,
}) => {
  await stage.plays(made, "pay_exact");
  await stage.plays(made, "confirm");
  await stage.becomes(made, "sending");
  await stage.plays(made, "payout_returned");
  await stage.opens(page, "en", made);
  const field = page.getByLabel(visitor.say("order:act.payoutAccount"));
  await field.fill("anna.right@mail.com");

  // Meanwhile the same customer decides on another device.
  await stage.process(made, "request_refund");
  await expect(page.getByText(visitor.say("order:news.text"))).toBeVisible();
  await expect(field).toHaveValue("anna.right@mail.com");
  await expect(visitor.status("order:hold.payout_error.title")).toBeVisible();
  await visitor.button("order:news.show").click();
  await expect(visitor.status("order:state.refunding.title")).toBeVisible();
  await expect(page.getByText(visitor.say("order:news.text"))).toHaveCount(0);
});

test("a page that comes back by the Back button shows how it stands now", async ({ page, stage, visitor, made }) => {
  await stage.opens(page, "en", made);
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await visitor.opens("/track");
  await stage.plays(made, "pay_partial");
  await page.goBack();
  await expect(visitor.status("order:hold.amount_mismatch.title")).toBeVisible();
});

/** As a browser tells a page that its tab was left, or come back to. */
async function seen(page: Page, state: "hidden" | "visible"): Promise<void> {
  await hasScripts(page);
  await page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
