import jsqr from "jsqr";
import sharp from "sharp";
import { shownRef } from "../../../contract/order/order-number.ts";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** The course of an order, and the number of transactions on its receipt. */
const ways = [
  { name: "as agreed", events: ["pay_exact"], end: "completed" },
  { name: "with its surplus sent back", events: ["pay_over"], act: "exchange_as_quoted", end: "completed" },
  { name: "refunded", events: ["pay_partial"], act: "request_refund", end: "refunded" },
] as const satisfies { name: string; events: readonly SandboxEvent[]; act?: string; end: string }[];

for (const way of ways) {
  test(`the receipt of an order ${way.name} prints on one A4 sheet without buttons`, async ({ page, site }) => {
    const office = new BackOffice(site);
    const orderKey = await office.order();
    for (const event of way.events) await office.plays(orderKey, event);
    if ("act" in way) {
      await office.becomes(orderKey, "on_hold");
      await office.process(orderKey, way.act);
    }
    await office.becomes(orderKey, way.end);
    for (const lang of langs) {
      await office.opens(page, lang, orderKey);
      await page.goto(`${site.origin}${prefix(lang)}/order/${orderKey.ref}/receipt`);
      const paper = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
      expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await page.emulateMedia({ media: null });
    }
  });
}

test.describe("on paper", () => {
  // Printers draw more dots than screens.
  test.use({ deviceScaleFactor: 6 });

  test("the QR code on the paper leads to the check of this receipt", async ({ page, site }) => {
    const office = new BackOffice(site);
    const orderKey = await office.order();
    await office.plays(orderKey, "pay_exact");
    await office.becomes(orderKey, "completed");
    await office.opens(page, "en", orderKey);
    await page.goto(`${site.origin}/En/order/${orderKey.ref}/receipt`);
    await page.emulateMedia({ media: "print" });
    const picture = page.getByRole("img", { name: siteText("en", "receipt:check.qr") });
    const { data, info } = await sharp(await picture.screenshot())
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "#ffffff" })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const text = jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
    expect(text).toMatch(/\/verify\?receipt=[\w-]+$/);
    const { pathname, search } = new URL(text);
    await page.emulateMedia({ media: null });
    await page.goto(`${site.origin}${pathname}${search}`);
    await page.getByRole("button", { name: siteText("en", "verify:submit") }).click();
    await expect(page.getByRole("heading", { level: 3, name: siteText("en", "verify:verdict.ours") })).toBeVisible();
    await expect(page.getByText(shownRef(orderKey.ref)).first()).toBeVisible();
  });
});
