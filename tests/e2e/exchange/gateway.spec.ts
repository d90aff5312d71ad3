import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../proof/service.ts";
import { startSite } from "../../support/site/site.ts";
import type { SitePage } from "../../support/site-page.ts";
import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("an order paid at the gateway completes", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  const ref = await ordersByGateway(visitor);
  await saysWhereToPay(visitor);
  await goesToGateway(visitor);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(ref);
  await presses(page, "pay");
  await visitor.sees("order:state.completed.title");
  expect(page.url()).not.toContain("?");
});

test("a payment cancelled at the gateway cancels the order", { tag: "@http" }, async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await ordersByGateway(visitor);
  await goesToGateway(visitor);
  await presses(page, "cancel");
  await visitor.sees("order:state.cancelled.title");
  await expect(page.getByText(visitor.say("order:state.cancelled.gateway"))).toBeVisible();
});

test("an order completes when the payer does not come back from the gateway", { tag: "@http" }, async ({
  page,
  site,
  lang,
}) => {
  const visitor = new Visitor(page, lang);
  const ref = await ordersByGateway(visitor);
  await goesToGateway(visitor);
  const response = await fetch(page.url(), {
    method: "POST",
    body: new URLSearchParams({ choice: "pay", after: "0" }),
    redirect: "manual",
  });
  expect([response.status, response.headers.get("Location")]).toEqual([303, `${prefix(lang)}/order/${ref}/return`]);
  await page.goto(`${site.origin}${prefix(lang)}/order/${ref}`);
  await visitor.sees("order:state.completed.title");
});

test("a forged success in the return address does not mark the order as paid", { tag: "@http" }, async ({
  page,
  lang,
}) => {
  const visitor = new Visitor(page, lang);
  const ref = await ordersByGateway(visitor);
  await visitor.opens(`/order/${ref}/return?result=success&signature=v1,AAAA`);
  await expect(visitor.status("return:title")).toBeVisible();
  await expect(page.getByText(visitor.say("return:asked"))).toBeVisible();
  await page.getByRole("link", { name: visitor.say("return:toOrder") }).click();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});

test("leaving the gateway changes nothing, and a part payment there puts the order on hold", async ({ page }) => {
  const visitor = new Visitor(page, "en");
  await ordersByGateway(visitor);
  await goesToGateway(visitor);
  await presses(page, "later");
  await expect(visitor.status("return:title")).toBeVisible();
  await page.getByRole("link", { name: visitor.say("return:backToGateway") }).click();
  await presses(page, "part");
  await visitor.sees("holds:amount_mismatch.order.restTitle");
  await expect(page.getByText(visitor.say("order:pay.dueRest"), { exact: true })).toBeVisible();
  const dueOnPage = page.getByRole("button", { name: visitor.say("order:sandbox.pay_exact") });
  await expect(dueOnPage).toHaveCount(1);
  await expect(dueOnPage).not.toContainText("500");
});

test("the return page of an order is a 404 without its cookie", { tag: "@http" }, async ({ page, newBrowser }) => {
  const visitor = new Visitor(page, "en");
  const ref = await ordersByGateway(visitor);
  const stranger = (await newBrowser()).context();
  const response = await stranger.request.get(`${new URL(page.url()).origin}/En/order/${ref}/return`);
  expect(response.status()).toBe(404);
});

test("with a separate service the gateway's page is still under the site's address", { tag: "@http" }, async ({
  newBrowser,
}) => {
  const secret = "c".repeat(64);
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-apart-"));
  const service = await startService({
    ORDER_LINK_SECRETS: "o".repeat(64),
    ACCOUNT_SECRETS: "a".repeat(64),
    API_CLIENT_SECRET: secret,
    DATA_DIR: dataDir,
  });
  const site = await startSite({ API_BASE_URL: service.base, API_CLIENT_SECRET: secret });
  const visitor = new Visitor(await newBrowser(site.origin), "en");
  await ordersByGateway(visitor);
  await goesToGateway(visitor);
  expect(visitor.page.url()).toContain(site.origin);
  await presses(visitor.page, "pay");
  await visitor.sees("order:state.completed.title");
  await site.stop();
  await service.kill("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

/** From the start to an order awaiting payment at the gateway. */
async function ordersByGateway(visitor: Visitor): Promise<string> {
  await visitor.opens(`/exchange/${usdtToPaypal.page}`);
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.page.getByText(visitor.say("confirm:payWith.hosted_gateway.title")).click();
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  return visitor.ref();
}

/** The amount and the gateway's page: there is no address and no network to choose. */
async function saysWhereToPay(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await expect(page.getByText(visitor.say("order:state.awaiting_payment.gateway"))).toBeVisible();
  await expect(page.getByText(visitor.say("order:pay.due"), { exact: true })).toBeVisible();
  await expect(page.getByText(visitor.say("order:timeline.next.gateway"))).toBeVisible();
  for (const key of ["pay.sendExactly", "pay.toAddress", "pay.copyAmount", "timeline.next.confirm"]) {
    await expect(page.getByText(visitor.say(`order:${key}`)), key).toHaveCount(0);
  }
}

async function goesToGateway(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole("link", { name: visitor.say("order:pay.gateway") }).click();
  await expect(visitor.page).toHaveURL(/\/sandbox\/pay\/ses_\w+\?lang=(en|ru)$/);
}

/** The buttons have another company's texts: found by the values they submit. */
async function presses(page: SitePage, choice: "pay" | "part" | "later" | "cancel"): Promise<void> {
  await page.locator(`button[value="${choice}"]`).click();
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}(\/return)?$/);
}
