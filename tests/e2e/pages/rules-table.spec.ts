import { Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("the table of exceptions is on the FAQ, the terms and the exchange page", async ({ page, lang }) => {
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
