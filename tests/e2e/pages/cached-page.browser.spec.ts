import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** The fixture fails on console errors, which a script blocked by the CSP causes. */
for (const lang of langs) {
  for (const path of ["", "/exchange/usdt-to-paypal"]) {
    test(`${prefix(lang)}${path} from the cache becomes interactive and prices an amount`, async ({ page }) => {
      // After the first request the page is in the cache.
      await page.request.get(`${prefix(lang)}${path}`);
      const response = await page.goto(`${prefix(lang)}${path}`);
      expect(response?.headers()["cache-control"]).toMatch(/^public/);
      expect(response?.headers()["content-security-policy"]).toContain("'sha256-");
      await page.getByLabel(siteText(lang, "calculator:send")).fill("777");
      await expect(page).toHaveURL(/amount=777/);
    });
  }
}
