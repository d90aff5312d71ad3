import { holdReasons, orderConditions, orderStatuses } from "../../../contract/order/order-states.ts";
import { BackOffice, withReason } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { usdtToPaypal } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";
import { rareCases } from "./rare-state-cases.ts";
import { stateCases } from "./state-cases.ts";
import { expectStatePage } from "./state-page.ts";

/** Nothing continues automatically: each rail step is triggered, so that every state can be viewed. */
test.use({ pace: "600000" });

for (const [name, { is, reach, look }] of Object.entries(stateCases)) {
  // Where there is a choice or payment, a browser also checks layout and hydration.
  const isInBrowser = look.payable === true || (look.acts ?? []).length > 1;
  test(`${name}: the page shows the status, the possible actions and what happens next`, {
    tag: isInBrowser ? [] : "@http",
  }, async ({ page, site, lang }) => {
    const office = new BackOffice(site);
    const orderKey = await reach(office);
    await expectStatePage({ office, page, orderKey, is, look, lang });
    if (is.includes("reserve_low"))
      await office.operator("reserve fund", { asset: "paypal-usd", amount: "10000", anyway: "yes", ...withReason });
  });
}

test("the overview counts the confirmations of a payment", { tag: "@http" }, async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.makesOrder(usdtToPaypal);
  await member.button("order:sandbox.pay_exact").click();
  await member.sees("order:state.confirming.title");
  await member.opens("/dashboard");
  const counted = member.say("dashboard:overview.confirmations", { required: "20" });
  await expect(page.getByText(counted)).toBeVisible();
});

test("a draft redirects to its next step", { tag: "@http" }, async ({ page, site }) => {
  const office = new BackOffice(site);
  await office.opens(page, "en", await office.draft());
  await expect(page).toHaveURL(/\/details$/);
});

test("every status, condition and hold reason of the contract has a case", { tag: "@http" }, () => {
  const cases = [...Object.values(stateCases), ...Object.values(rareCases)].map(({ is }) => is);
  const missingFrom = (all: readonly string[], seen: (string | undefined)[]) =>
    all.filter((name) => !seen.includes(name));
  const statuses = missingFrom(orderStatuses, ["draft", ...cases.map(([status]) => status)]);
  const conditions = missingFrom(
    orderConditions,
    cases.map(([, condition]) => condition),
  );
  const reasons = missingFrom(
    holdReasons,
    cases.map(([, , reason]) => reason),
  );
  expect({ statuses, conditions, reasons }).toEqual({ statuses: [], conditions: [], reasons: [] });
});
