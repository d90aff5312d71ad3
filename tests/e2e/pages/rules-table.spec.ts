import { langs, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/site.ts";

for (const lang of langs) {
  test(`what happens when something goes differently stands where it is asked, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    for (const path of ["/legal/faq", "/legal/terms", "/exchange/usdt-to-paypal"]) {
      await visitor.opens(path);
      const table = page.getByRole("region", { name: visitor.say("rules:title") });
      await expect(table.getByText(visitor.say("rules:hold.amount_mismatch.term"), { exact: true })).toBeVisible();
      const rare = table.getByText(visitor.say("rules:hold.gateway_review.term"));
      if (!(await rare.isVisible())) await table.getByText(visitor.say("rules:more")).click();
      await expect(rare).toBeVisible();
    }
  });
}
