import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { BackOffice } from "../people/back-office.ts";
import { expect, test } from "../setup/browser-test.ts";

/** The visitor allows notifications when asked, and nothing was asked yet; `asked` counts. */
async function allowWhenAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked = () => Number(sessionStorage.getItem("asked"));
    Object.defineProperty(Notification, "permission", { get: () => (asked() > 0 ? "granted" : "default") });
    Notification.requestPermission = async () => {
      sessionStorage.setItem("asked", String(asked() + 1));
      return "granted";
    };
  });
}

/** A browser under test has no push service, so its subscription is made here; the rest is real. */
async function subscribeInPage(page: Page): Promise<void> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString("hex")}`;
  const keys = { p256dh: pair.getPublicKey().toString("base64url"), auth: randomBytes(16).toString("base64url") };
  await page.addInitScript(
    (fields) => {
      const subscription = { ...fields, options: {}, toJSON: () => fields, unsubscribe: async () => true };
      PushManager.prototype.getSubscription = async () =>
        sessionStorage.getItem("subscribed") ? (subscription as unknown as PushSubscription) : null;
      PushManager.prototype.subscribe = async (options) => {
        const key = options?.applicationServerKey;
        if (!(key instanceof Uint8Array) || key.length !== 65) throw new Error("The key is no point");
        sessionStorage.setItem("subscribed", "yes");
        return subscription as unknown as PushSubscription;
      };
    },
    { endpoint, keys },
  );
}

test("a press lets the browser tell about the order, another ends that", async ({ page, site }) => {
  const office = new BackOffice(site);
  const orderKey = await office.order();
  const card = page.getByRole("region", { name: "Notifications" });
  const [on, off] = [card.getByRole("button", { name: "Notify me" }), card.getByRole("button", { name: "Stop" })];

  // A browser without a window answers No by itself.
  await office.opens(page, "en", orderKey);
  await expect(card.getByRole("status")).toHaveText(/^Notifications from this site are blocked\. /);
  await expect(card.getByRole("button")).toHaveCount(0);

  await allowWhenAsked(page);
  await subscribeInPage(page);
  await page.reload();
  await expect(on).toBeVisible();
  const asked = () => page.evaluate(() => sessionStorage.getItem("asked"));
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
  expect([await asked(), await scopes()]).toEqual([null, []]);
  await on.click();
  await expect(card.getByRole("status")).toHaveText(/^This browser tells you when something changes\. /);
  expect([await asked(), await scopes()]).toEqual(["1", ["/push/"]]);

  await page.reload();
  await expect(off).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await off.click();
  await expect(on).toBeVisible();
  await page.reload();
  await expect(on).toBeVisible();
});
