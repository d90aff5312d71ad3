import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { axeFaults } from "../setup/axe.ts";
import { expect, test } from "../setup/browser-test.ts";
import { publicPaths } from "../setup/public-pages.ts";

/** Every page and state in both themes and languages, at three widths: tests/proof/pages. */
test("no public page has an axe violation", async ({ page }) => {
  test.slow();
  for (const [at, path] of [...publicPaths, "/no/such/page"].entries()) {
    await page.goto(`${prefix(at % 2 ? "ru" : "en")}${path}`);
    expect(await axeFaults(page, ["light"]), path).toEqual([]);
  }
});

test("no step of an order has an axe violation", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  expect(await axeFaults(page), "details").toEqual([]);
  await visitor.button("details:submit").click();
  await expect(page.getByText(visitor.say("problems:required.refund_address")).first()).toBeVisible();
  expect(await axeFaults(page), "details with errors").toEqual([]);
  await visitor.fillsDetails(usdtToPaypal);
  expect(await axeFaults(page), "confirm").toEqual([]);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  expect(await axeFaults(page), "waiting").toEqual([]);
  await visitor.button("order:sandbox.pay_exact").click();
  await visitor.sees("order:state.completed.title");
  expect(await axeFaults(page), "completed").toEqual([]);
});
