import { holdReasons, orderConditions, orderStatuses } from "../../../contract/order/order-states.ts";
import { Backstage, because } from "../people/back-office.ts";
import { expect, test } from "../setup/site.ts";
import { hiddenCases } from "./rare-state-cases.ts";
import { stateCases } from "./state-cases.ts";
import { looksRight } from "./state-page.ts";

/** Nothing moves on by itself: each step of a rail is asked for, so that every state can be looked at. */
test.use({ pace: "600000" });

for (const [name, { is, reach, look }] of Object.entries(stateCases)) {
  test(`the page of an order says what is so, what to do and what comes: ${name}`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    const stage = new Backstage(site);
    const made = await reach(stage);
    await looksRight({ stage, page, made, is, look, lang: javaScriptEnabled ? "en" : "ru" });
    if (is.includes("reserve_low")) await stage.operator("reserve", "fund", "paypal-usd", "10000", ...because);
  });
}

test("a draft leads to where it stopped", async ({ page, site }) => {
  const stage = new Backstage(site);
  await stage.opens(page, "en", await stage.draft());
  await expect(page).toHaveURL(/\/details$/);
});

test("no status, condition or reason of the contract is left without its case", () => {
  const cases = [...Object.values(stateCases), ...Object.values(hiddenCases)].map(({ is }) => is);
  const lacking = (all: readonly string[], seen: (string | undefined)[]) => all.filter((one) => !seen.includes(one));
  const statuses = lacking(orderStatuses, ["draft", ...cases.map(([status]) => status)]);
  const conditions = lacking(
    orderConditions,
    cases.map(([, condition]) => condition),
  );
  const reasons = lacking(
    holdReasons,
    cases.map(([, , reason]) => reason),
  );
  expect({ statuses, conditions, reasons }).toEqual({ statuses: [], conditions: [], reasons: [] });
});
