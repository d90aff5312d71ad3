import { weighPage } from "../../../bench/page-weight.ts";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** In bytes, of what is sent; see docs/performance.md. */
const most = { scriptFiles: 12, scripts: 110_000, firstVisit: 150_000 };
/** A Cyrillic letter takes two bytes. */
const mostHtml = { en: 70_000, ru: 76_000 };

for (const lang of langs) {
  for (const path of ["", "/exchange/usdt-to-paypal"]) {
    test(`${prefix(lang)}${path} weighs no more than a first visit may`, async ({ page, site }) => {
      const weight = await weighPage(page, `${site.origin}${prefix(lang)}${path}`);
      expect(weight.scriptFiles).toBeGreaterThan(0);
      expect(weight.html, "html").toBeLessThanOrEqual(mostHtml[lang]);
      for (const part of ["scriptFiles", "scripts", "firstVisit"] as const) {
        expect(weight[part], part).toBeLessThanOrEqual(most[part]);
      }
    });
  }
}
