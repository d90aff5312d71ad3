import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";
import { publicPaths } from "../setup/public-pages.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

test("no public page has an axe violation", async ({ page }) => {
  test.slow();
  for (const [at, path] of [...publicPaths, "/no/such/page"].entries()) {
    await page.goto(`${prefix(at % 2 ? "ru" : "en")}${path}`);
    expect(await faults(page), path).toEqual([]);
  }
});

test("no step of an order has an axe violation", async ({ page, lang }) => {
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

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
