import { startSite } from "../../support/site/site.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("from an amount an order asks who its customer is, keeps what was typed, and never shows an answer again", async ({
  newBrowser,
  lang,
}) => {
  const site = await startSite({ IDENTITY_FROM: "1000" });
  const page = await newBrowser(site.origin);
  const visitor = new Visitor(page, lang);
  const field = (name: string) => page.locator(`[name="identity.${name}"]`);
  const starts = async (amount: string) => {
    await visitor.opens(`/exchange/${usdtToPaypal.page}`);
    await visitor.asksFor({ ...usdtToPaypal, amount });
  };
  try {
    await starts("600");
    await expect(page.getByRole("heading", { name: visitor.say("details:identity.title") })).toHaveCount(0);
    await visitor.fillsDetails(usdtToPaypal);
    await visitor.confirms();

    // Below the amount by itself; with the first order it is not.
    await starts("600");
    await visitor.typesDetails(usdtToPaypal);
    await visitor.button("details:submit").click();
    await expect(page.getByText(visitor.say("problems:kyc_required")).first()).toBeVisible();
    await field("full_name").fill("Anna Ivanova");
    await field("country").selectOption("EE");
    await field("birth_date").fill("2015-12-31");
    await page.locator('[name="identity.originator"][value="self"]').check();
    await visitor.button("details:submit").click();
    await expect(page.locator('[id="identity.birth_date-error"]')).toHaveText(visitor.say("problems:field.under_age"));
    const missing = visitor.say("details:identity.source.missing");
    await expect(page.locator('[id="identity.source-error"]')).toHaveText(missing);
    await expect(page.getByRole("link", { name: missing })).toHaveAttribute("href", "#identity.source");
    expect(await field("full_name").inputValue()).toBe("Anna Ivanova");
    expect(await field("country").inputValue()).toBe("EE");
    await field("birth_date").fill("1988-03-04");
    await field("source").selectOption("salary");
    await visitor.button("details:submit").click();
    await expect(page).toHaveURL(/\/confirm$/);
    const ref = visitor.ref();

    await visitor.opens(`/order/${ref}/details`);
    await expect(page.getByText(visitor.say("details:identity.answered"))).toBeVisible();
    expect(await page.content()).not.toContain("1988-03-04");
    await visitor.button("details:submit").click();
    await expect(page).toHaveURL(/\/confirm$/);
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  } finally {
    await page.context().close();
    await site.stop();
  }
});
