import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { langs, prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { publicPaths } from "../setup/public-pages.ts";
import { expect, test } from "../setup/site.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const lang of langs) {
  test(`axe finds nothing on any public page, in ${lang}`, async ({ page }) => {
    test.slow();
    for (const path of [...publicPaths, "/no/such/page"]) {
      await page.goto(`${prefix(lang)}${path}`);
      expect(await faults(page), path).toEqual([]);
    }
  });

  test(`axe finds nothing on the way through an order, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal");
    await visitor.asksFor(usdtToPaypal);
    expect(await faults(page), "details").toEqual([]);
    await visitor.button("details:submit").click();
    await expect(page.getByText(visitor.say("problems:required.refund_address")).first()).toBeVisible();
    expect(await faults(page), "details with errors").toEqual([]);
    await visitor.fillsDetails(usdtToPaypal);
    expect(await faults(page), "confirm").toEqual([]);
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
    expect(await faults(page), "waiting").toEqual([]);
    await visitor.button("order:sandbox.pay_exact").click();
    await visitor.sees("order:state.completed.title");
    expect(await faults(page), "completed").toEqual([]);
  });
}

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
