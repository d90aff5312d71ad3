import { weighPage } from "../../../bench/page-weight.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** In bytes as sent; see docs/performance.md. */
const most = { html: 70_000, scriptFiles: 12, scripts: 110_000, styles: 12_000, firstVisit: 150_000 };
/** Scripts and texts. */
const mostOfOrder = 110_000;

for (const lang of langs) {
  for (const path of ["", "/exchange/usdt-to-paypal"]) {
    test(`${prefix(lang)}${path} stays within the size budget of a first visit`, async ({ page, site }) => {
      const weight = await weighPage(page, `${site.origin}${prefix(lang)}${path}`);
      expect(weight.scriptFiles).toBeGreaterThan(0);
      for (const part of ["html", "scriptFiles", "scripts", "styles", "firstVisit"] as const) {
        expect(weight[part], part).toBeLessThanOrEqual(most[part]);
      }
    });
  }
}

test("the order page loads only its own scripts", async ({ page, site }) => {
  const office = new BackOffice(site);
  const orderKey = await office.order();
  await office.opens(page, "ru", orderKey);
  const weight = await weighPage(page, `${site.origin}/Ru/order/${orderKey.ref}`);
  expect(weight.scripts).toBeLessThanOrEqual(mostOfOrder);
});
