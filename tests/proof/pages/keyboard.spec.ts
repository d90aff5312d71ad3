import type { Page } from "@playwright/test";
import { Member, password } from "../../e2e/people/member.ts";
import { langs, siteText, Visitor } from "../../e2e/people/visitor.ts";
import { allPages } from "../../e2e/setup/all-pages.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { atFocus, tabsTo, types } from "./keyboard.ts";

for (const lang of langs) {
  test(`an exchange is made with the keyboard alone, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd");
    await types(page, "from_amount", "500");
    await pressesButton(page, siteText(lang, "calculator:continue"));
    await expect(page).toHaveURL(/\/details$/);
    await types(page, "payout.account", anna.paypal);
    await types(page, "payout.extra.full_name", anna.name);
    await types(page, "refund.account", anna.addresses["usdt-trc20"]);
    await types(page, "email", anna.email);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/confirm$/);
    await checksAll(page);
    await pressesButton(page, siteText(lang, "confirm:submit"));
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
    await pressesButton(page, siteText(lang, "order:sandbox.pay_exact"));
    await expect(visitor.status("order:state.completed.title")).toBeVisible();
  });

  test(`an account is opened with the keyboard alone, in ${lang}`, async ({ page, site }) => {
    const member = new Member(page, lang, site);
    await member.opens("/sign-up");
    await types(page, "email", member.email);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sign-up\/code$/);
    await types(page, "code", await member.code());
    await types(page, "password", password);
    await checksAll(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test(`a question is sent to support and closed with the keyboard alone, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/company/contact-us");
    await tabsTo(page, "main select");
    await page.keyboard.press("ArrowDown");
    // Of one address and text, the second message would be taken for the first one sent again.
    await types(page, "email", `keyboard-${lang}@example.com`);
    await types(page, "message", "Where is my money?");
    await pressesButton(page, siteText(lang, "support:form.submit"));
    await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
    await pressesButton(page, siteText(lang, "support:ticket.solve"));
    await expect(page.getByText(visitor.say("support:ticket.status.closed"))).toBeVisible();
  });
}

for (const width of [320, 1280]) {
  /** WCAG 2.2: 2.1.1, 2.1.2, 2.4.7 and 2.4.11. */
  test(`Tab reaches every control of every page, shows where it is and covers it with nothing, at ${width} px`, async ({
    page,
    site,
  }) => {
    const lang = width === 320 ? "ru" : "en";
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width, height: 600 });
    const faults: string[] = [];
    for (const address of addresses) {
      await page.goto(address);
      faults.push(...(await tabbingFaults(page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

/** Goes through the page once; more stops than controls are a trap. */
async function tabbingFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const reached = new Set<number>();
  const count = await page.evaluate(numberControls);
  for (let presses = 0; presses <= count * 3 + 20; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(atFocus);
    if (stop === null) break;
    if (stop.number !== null && reached.has(stop.number)) break;
    if (stop.number !== null) reached.add(stop.number);
    if (!stop.isShown) faults.push(`no focus shown: ${stop.html}`);
    if (stop.coveredBy !== null) faults.push(`covered by ${stop.coveredBy}: ${stop.html}`);
  }
  const missed = await page.evaluate(
    (numbers) =>
      [...document.querySelectorAll("[data-control]")]
        .filter((control) => !numbers.includes(Number(control.getAttribute("data-control"))))
        .map((control) => control.outerHTML.slice(0, 160)),
    [...reached],
  );
  return [...faults, ...missed.map((html) => `not reached: ${html}`)];
}

/** In the page: numbers everything that a mouse can use. Of radio buttons of one name, Tab reaches one. */
function numberControls(): number {
  const controls = [
    ...document.querySelectorAll("a[href], button, input:not([type=hidden], [type=radio]), select, textarea, summary"),
  ].filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled"));
  for (const [at, control] of controls.entries()) control.setAttribute("data-control", String(at));
  return controls.length;
}

async function checksAll(page: Page): Promise<void> {
  for (const box of await page.locator("main input[type=checkbox]").all()) {
    if (await box.isChecked()) continue;
    await tabsTo(page, `[name="${await box.getAttribute("name")}"]`);
    await page.keyboard.press("Space");
  }
}

async function pressesButton(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole("button", { name }).first();
  await expect(button).toBeVisible();
  await tabsTo(page, button);
  await page.keyboard.press("Enter");
}
