import { stateCases } from "../../e2e/order/state-cases.ts";
import { BackOffice, withReason } from "../../e2e/people/back-office.ts";
import { langs } from "../../e2e/people/visitor.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";
import { faultsAtWidths } from "./axe-at-widths.ts";

/** Nothing continues automatically, so that every state can be viewed. */
test.use({ pace: "600000" });

test("no state of an order has an axe violation, in both languages and themes and at three widths", async ({
  page,
  site,
}) => {
  const office = new BackOffice(site);
  const faults: string[] = [];
  for (const [name, { is, reach }] of Object.entries(stateCases)) {
    const orderKey = await reach(office);
    for (const lang of langs) {
      await office.opens(page, lang, orderKey);
      faults.push(...(await faultsAtWidths(page, `${name} in ${lang}`)));
    }
    if (is.includes("reserve_low"))
      await office.operator("reserve fund", { asset: "paypal-usd", amount: "10000", anyway: "yes", ...withReason });
  }
  expect(faults).toEqual([]);
});
