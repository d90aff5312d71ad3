import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { anna } from "../../support/orders/example-customer.ts";
import type { Site } from "../../support/site/site.ts";
import { databaseSettings } from "../../support/site/site-database.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const messages = { en: "A new disk is being put in.", ru: "Ставим новый диск." } as const;
const run = promisify(execFile);
const hour = 3600;

/** The operator's program beside the running site: it connects to the process with the database. */
async function operator(site: Site, ...line: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: site.dataDir, ...databaseSettings(site) };
  const { stdout } = await run("node", ["build/operator.js", "--operator", "anna", ...line], { env });
  return stdout;
}

test("maintenance is announced, forms keep their input, and running orders continue", async ({ page, site, lang }) => {
  // Two orders and a dozen pages.
  test.slow();
  const visitor = new Visitor(page, lang);
  const running = await visitor.makesOrder(usdtToPaypal);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  const details = page.url();
  // Far enough: other tests have advanced the site's clock by days.
  const until = new Date(Date.now() + 60 * 24 * hour * 1000).toISOString();
  const words = ["--en", messages.en, "--ru", messages.ru];
  await operator(site, "maintenance", "on", "--reason", "disk", "--until", until, ...words);
  try {
    await expect(async () => {
      await visitor.opens("/legal/terms");
      await expect(page.getByText(messages[lang])).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText(visitor.say("shell:maintenance.open"))).toBeVisible();
    await expect(page.getByText(visitor.say("shell:maintenance.until"))).toBeVisible();

    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&from_amount=321");
    const response = await page.request.get(page.url());
    expect([response.status(), Number(response.headers()["retry-after"]) > hour]).toEqual([503, true]);
    await expect(page.getByText(visitor.say("problems:maintenance")).first()).toBeVisible();
    await expect(page.getByLabel(visitor.say("calculator:send"))).toHaveValue("321");
    await visitor.button("calculator:continue").click();
    await expect(page.getByText(visitor.say("problems:maintenance")).first()).toBeVisible();
    await expect(page.getByLabel(visitor.say("calculator:send"))).toHaveValue("321");

    await page.goto(details);
    await page.getByLabel(visitor.say("details:payout.account.paypal")).fill(anna.paypal);
    await page.getByLabel(visitor.say("details:payout.extra.full_name.label")).fill(anna.name);
    await page.getByLabel(visitor.say("details:refund.account.label")).fill(anna.addresses["usdt-trc20"]);
    await page.getByLabel(visitor.say("details:email.label")).fill(anna.email);
    await visitor.button("details:submit").click();
    await expect(page.getByText(visitor.say("problems:maintenance")).first()).toBeVisible();
    await expect(page.getByLabel(visitor.say("details:payout.account.paypal"))).toHaveValue(anna.paypal);

    await visitor.opens(`/order/${running}`);
    await visitor.button("order:sandbox.pay_exact").click();
    await visitor.sees("order:state.completed.title");
  } finally {
    await operator(site, "maintenance", "off", "--reason", "done");
  }
  await expect(async () => {
    await visitor.opens("/exchange/usdt-to-paypal");
    await expect(page.getByText(messages[lang])).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test("an operator's hold and release show on the order's page", { tag: "@http" }, async ({ page, site }) => {
  const visitor = new Visitor(page, "en");
  const ref = await visitor.makesOrder(usdtToPaypal);
  await operator(site, "orders", "hold", ref, "--reason", "looks odd");
  await visitor.sees("holds:manual_review.order.title");
  await expect(page.getByText("looks odd")).toHaveCount(0);
  await operator(site, "orders", "release", ref, "--reason", "all is well");
  await visitor.sees("order:state.awaiting_payment.title");
});
