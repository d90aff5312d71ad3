import type { Page } from "@playwright/test";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import type { SiteLocator } from "../../support/site-page.ts";
import { BackOffice } from "../people/back-office.ts";
import { Visitor } from "../people/visitor.ts";
import { test as base, expect } from "../setup/browser-test.ts";
import { hydrated } from "../setup/medium.ts";

/** An order awaiting payment, its viewer and its operator. */
const test = base.extend<{ office: BackOffice; visitor: Visitor; orderKey: OrderKey }>({
  office: async ({ site }, use) => use(new BackOffice(site)),
  visitor: async ({ page }, use) => use(new Visitor(page, "en")),
  orderKey: async ({ office }, use) => use(await office.order()),
});

test.use({ pace: "600000" });

const streams = /\/stream$/;

test("the page updates from its event stream without polling", async ({ page, office, visitor, orderKey }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const streaming = page.waitForResponse(streams);
  await office.opens(page, "en", orderKey);
  expect((await streaming).headers()["content-type"]).toContain("text/event-stream");
  await office.plays(orderKey, "pay_exact");
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();
  expect(requests.filter((path) => path.endsWith("/status"))).toEqual([]);
  // A change is announced once; the initial state is not a change.
  const announced = page.getByRole("status").filter({ hasText: /^500\sUSDT is on its way to us\. / });
  await expect(announced).toHaveCount(1);
});

test("without a stream the page polls, and returns to the stream when it works", async ({
  page,
  office,
  visitor,
  orderKey,
}) => {
  await page.route(streams, (route) => route.fulfill({ status: 502, body: "a proxy's page" }));
  const statusRequest = page.waitForRequest(/\/status$/);
  await office.opens(page, "en", orderKey);
  await statusRequest;
  await office.plays(orderKey, "pay_exact");
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();

  // The answer of one that was under way may still arrive.
  const again = page.waitForResponse((response) => streams.test(response.url()) && response.status() === 200, {
    timeout: 0,
  });
  await page.unroute(streams);
  await again;
});

test("tabs of one order share one stream, also after the tab that opened it closes", async ({
  page,
  context,
  office,
  orderKey,
}) => {
  let opened = 0;
  context.on("request", (request) => {
    if (streams.test(request.url())) opened += 1;
  });
  await office.opens(page, "en", orderKey);
  await expect.poll(() => opened).toBe(1);
  const second = await context.newPage();
  await office.opens(second, "en", orderKey);
  await office.plays(orderKey, "pay_exact");
  for (const tab of [page, second]) {
    await expect(new Visitor(tab, "en").status("order:state.confirming.title")).toBeVisible();
  }
  expect(opened).toBe(1);

  await page.close();
  await expect.poll(() => opened).toBe(2);
  await office.plays(orderKey, "pay_vanish");
  await office.passes(601);
  await expect(new Visitor(second, "en").status("order:state.awaiting_payment.title")).toBeVisible();
});

test("an offline page shows a notice, and updates as soon as it is online", async ({
  page,
  office,
  visitor,
  orderKey,
}) => {
  // An open stream would survive Chromium's emulated loss of the network.
  await page.route(streams, (route) => route.fulfill({ status: 502, body: "a proxy's page" }));
  await page.clock.install();
  await office.opens(page, "en", orderKey);
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
  await hydrated(page);
  // No timer of the page runs from here on: its next request is not a scheduled poll.
  // Far enough ahead for a slow machine: a clock cannot be stopped at a time that has passed.
  await page.clock.pauseAt(Date.now() + 10_000);
  await network(page, "offline", page.getByText(visitor.say("order:timeline.lost")));
  await office.plays(orderKey, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await network(page, "online", visitor.status("order:state.confirming.title"));
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
});

test("a hidden tab does not update, and does so as soon as it is visible", async ({
  page,
  office,
  visitor,
  orderKey,
}) => {
  await office.opens(page, "en", orderKey);
  await expect(page.getByText(visitor.say("order:timeline.live"))).toBeVisible();
  await hydrated(page);
  await seen(page, "hidden");
  await office.plays(orderKey, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  const statusRequest = page.waitForRequest(/\/status$/);
  await seen(page, "visible");
  await statusRequest;
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();
});

test("a page updates as soon as the computer wakes, even if its stream is dead", async ({
  page,
  office,
  visitor,
  orderKey,
}) => {
  // A silent stream counts as broken after forty seconds, not after a sleep of 25.
  await page.route(streams, () => {});
  await page.clock.install();
  await office.opens(page, "en", orderKey);
  await hydrated(page);
  await office.plays(orderKey, "pay_exact");
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await page.clock.fastForward(25_000);
  await expect(visitor.status("order:state.confirming.title")).toBeVisible();
});

test("the countdown follows the service's clock, not the browser's", async ({ page, office, visitor, orderKey }) => {
  await page.clock.install({ time: new Date("2031-01-01T00:00:00Z") });
  await page.clock.resume();
  await office.opens(page, "en", orderKey);
  await expect(page.getByRole("timer").first()).toHaveText(/^(29|30):\d\d$/);
  await office.passes(31 * 60);
  await expect(visitor.status("order:state.expired.title")).toBeVisible();
});

test("an update waits while the visitor types, and keeps what was typed", async ({
  page,
  office,
  visitor,
  orderKey,
}) => {
  await office.plays(orderKey, "pay_exact");
  await office.plays(orderKey, "confirm");
  await office.becomes(orderKey, "sending");
  await office.plays(orderKey, "payout_returned");
  await office.opens(page, "en", orderKey);
  const field = page.getByLabel(visitor.say("order:act.payoutAccount"));
  await field.fill("anna.right@mail.com");

  // Meanwhile the same customer decides on another device.
  await office.process(orderKey, "request_refund");
  await expect(page.getByText(visitor.say("order:news.text"))).toBeVisible();
  await expect(field).toHaveValue("anna.right@mail.com");
  await expect(visitor.status("holds:payout_error.order.title")).toBeVisible();
  await visitor.button("order:news.show").click();
  await expect(visitor.status("order:state.refunding.title")).toBeVisible();
  await expect(page.getByText(visitor.say("order:news.text"))).toHaveCount(0);
});

test("a page restored by the Back button shows the current state", async ({ page, office, visitor, orderKey }) => {
  await office.opens(page, "en", orderKey);
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await visitor.opens("/track");
  await office.plays(orderKey, "pay_partial");
  await page.goBack();
  await expect(visitor.status("holds:amount_mismatch.order.restTitle")).toBeVisible();
});

/**
 * The browser reports its network until the page shows `outcome`: Chromium reports a change before all requests meet it, and
 * the page's timers, which would ask again, stand still.
 */
async function network(page: Page, state: "online" | "offline", outcome: SiteLocator): Promise<void> {
  await page.context().setOffline(state === "offline");
  await expect(async () => {
    await page.evaluate((type) => window.dispatchEvent(new Event(type)), state);
    await expect(outcome).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** As a browser reports that its tab was hidden or shown. */
async function seen(page: Page, state: "hidden" | "visible"): Promise<void> {
  await hydrated(page);
  await page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
