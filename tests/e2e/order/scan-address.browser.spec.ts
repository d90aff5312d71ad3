import type { Page } from "@playwright/test";
import { anna } from "../../support/orders/example-customer.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { test as browserTest, expect } from "../setup/browser-test.ts";

const test = browserTest.extend({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** A phone whose camera sees this text in a QR code; null where the browser cannot read any. */
async function withReader(page: Page, text: string | null) {
  await page.addInitScript((seen) => {
    const canvas = document.createElement("canvas");
    const looks = { count: 0 };
    class Reader {
      static getSupportedFormats = async () => ["qr_code"];
      // Nothing is in sight at first.
      detect = async () => (looks.count++ === 0 ? [] : [{ rawValue: seen }]);
    }
    if (seen === null) Reflect.deleteProperty(globalThis, "BarcodeDetector");
    else Object.assign(globalThis, { BarcodeDetector: Reader });
    const devices = { getUserMedia: async () => canvas.captureStream(5) };
    Object.defineProperty(navigator, "mediaDevices", { value: devices, configurable: true });
    HTMLMediaElement.prototype.play = async () => {};
  }, text);
}

test("an address is scanned from a QR code on a phone, and read like a pasted one", async ({ page }) => {
  const visitor = new Visitor(page, "en");
  const address = anna.addresses["usdt-trc20"];
  await withReader(page, `tron:${address}?amount=500`);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.typesDetails(usdtToPaypal);
  const box = page.getByLabel(visitor.say("details:refund.account.label"));
  await box.fill("");
  await visitor.button("address:scan").click();
  await expect(box).toHaveValue(`tron:${address}?amount=500`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await box.press("Enter");
  await expect(page).toHaveURL(/\/confirm$/);
  await expect(page.getByText(address.slice(0, 4)).first()).toBeVisible();
});

test("where the browser cannot scan there is no button for it, and only pages with an address may use the camera", async ({
  page,
}) => {
  const visitor = new Visitor(page, "en");
  await withReader(page, null);
  const policyOf = async (path: string) => (await page.goto(path))?.headers()["permissions-policy"] ?? "";
  expect(await policyOf("/En/legal/terms")).toContain("camera=()");
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  expect(await policyOf(page.url())).toContain("camera=(self)");
  await expect(visitor.button("address:paste")).toBeVisible();
  await expect(visitor.button("address:scan")).toHaveCount(0);
});
