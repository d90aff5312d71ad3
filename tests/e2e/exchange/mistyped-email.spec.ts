import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { hydrated } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

const typed = "anna@gmail.con";
const meant = { email: "anna@gmail.com" };

test("a mistyped email is asked about, and passes when it is sent as it is", async ({ page, lang, hasScripts }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens(`/exchange/${usdtToPaypal.page}`);
  await visitor.asksFor(usdtToPaypal);
  await visitor.typesDetails(usdtToPaypal);
  await hydrated(page);
  await page.locator("[name=email]").fill(typed);
  // With scripts the question is there as soon as the field is left, so that one press is enough.
  if (hasScripts) await page.locator("[name='payout.account']").fill("anna@mail.com");
  else await visitor.button("details:submit").click();
  await expect(page.getByText(visitor.say("forms:emailMeant", meant)).first()).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue(typed);
  await visitor.button("details:submit").click();
  await expect(page).toHaveURL(/\/confirm$/);
  await expect(page.getByText(typed).first()).toBeVisible();
});

test("one press corrects a mistyped email", { tag: "@browser" }, async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/newsletter");
  await hydrated(page);
  const email = page.locator("main [name=email]");
  await email.fill(typed);
  await visitor.button("newsletter:submit").click();
  await visitor.button("forms:emailFix").click();
  await expect(email).toHaveValue(meant.email);
  await expect(page.getByText(visitor.say("forms:emailMeant", meant))).toHaveCount(0);
});
