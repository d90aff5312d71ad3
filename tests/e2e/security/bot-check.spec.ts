import { anna } from "../../support/orders/example-customer.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { Member } from "../people/member.ts";
import { usdtToPaypal } from "../people/visitor.ts";
import { hydrated } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

/**
 * The only site of the suite whose forms are guarded, as they are after `npm start`. Its task is a tenth of the usual one: the
 * number of attempts is random, and one task in a hundred takes five times as many as most.
 */
let guarded: Site;

test.beforeAll(async () => {
  guarded = await startSite({ BOT_CHECK: "altcha", BOT_CHECK_COST: "100" });
});
test.afterAll(async () => {
  await guarded?.stop();
});

test("a guest orders: scripts solve the check, without them a code by email takes its place", async ({
  newBrowser,
  lang,
  hasScripts,
}) => {
  const guest = new Member(await newBrowser(guarded.origin), lang, guarded);
  const { page } = guest;
  await guest.opens(`/exchange/${usdtToPaypal.page}`);
  await guest.asksFor(usdtToPaypal);
  await guest.fillsDetails(usdtToPaypal);
  if (hasScripts) await hydrated(page);
  const boxes = page.getByRole("checkbox");
  // All but the check itself, which the button starts and waits for.
  for (const box of (await boxes.all()).slice(0, hasScripts ? -1 : undefined)) await box.check();
  await guest.button("confirm:submit").click();
  if (!hasScripts) {
    await expect(page.getByText(guest.say("check:sent", { email: anna.email }))).toBeVisible();
    for (const box of await boxes.all()) await expect(box).toBeChecked();
    await guest.field("check:code").fill("000000");
    await guest.button("confirm:submit").click();
    await expect(page.getByText(guest.say("problems:code_invalid")).first()).toBeVisible();
    await guest.field("check:code").fill(await guest.code("bot_check_code", anna.email));
    await guest.button("confirm:submit").click();
  }
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}$/);
});

test("a visitor signs up", async ({ newBrowser, lang, hasScripts }) => {
  const visitor = new Member(await newBrowser(guarded.origin), lang, guarded);
  await visitor.opens("/sign-up");
  const plain = visitor.page.getByText(visitor.say("check:plain"));
  if (hasScripts) {
    await hydrated(visitor.page);
    expect(await plain.isVisible()).toBe(false);
    await visitor.page.getByRole("checkbox", { name: visitor.say("check:idle") }).check();
    await expect(visitor.page.getByRole("checkbox", { name: visitor.say("check:passed") })).toBeChecked();
  } else await expect(plain).toBeVisible();
  await visitor.field("auth:email").fill(visitor.email);
  await visitor.button("auth:signUp.submit").click();
  await expect(visitor.page).toHaveURL(/\/sign-up\/code$/);
  await visitor.entersCode(await visitor.code());
  await expect(visitor.page).toHaveURL(/\/dashboard$/);
});

test("a guest writes to support and keeps what was typed until the check is passed", async ({
  newBrowser,
  lang,
  hasScripts,
}) => {
  const guest = new Member(await newBrowser(guarded.origin), lang, guarded);
  const { page } = guest;
  await guest.opens("/company/contact-us");
  if (hasScripts) await hydrated(page);
  await page.locator("#email").fill(guest.email);
  await page.locator("#message").fill("Where is my payout?");
  await guest.button("support:form.submit").click();
  if (!hasScripts) {
    await expect(page.getByText(guest.say("check:sent", { email: guest.email }))).toBeVisible();
    await expect(page.locator("#message")).toHaveValue("Where is my payout?");
    await guest.field("check:code").fill(await guest.code("bot_check_code", guest.email));
    await guest.button("support:form.submit").click();
  }
  await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
});

test("a visitor subscribes to the newsletter, without scripts by the link alone", async ({
  newBrowser,
  lang,
  hasScripts,
}) => {
  const visitor = new Member(await newBrowser(guarded.origin), lang, guarded);
  const { page } = visitor;
  await visitor.opens("/newsletter");
  if (hasScripts) await hydrated(page);
  else await expect(page.getByText(visitor.say("check:link.plain"))).toBeVisible();
  await visitor.field("newsletter:email").fill(visitor.email);
  await visitor.button("newsletter:submit").click();
  await expect(page.getByText(visitor.email)).toBeVisible();
});

test("a form that is opened again within the minute asks for the code already sent @http", async ({
  newBrowser,
  lang,
}) => {
  const guest = new Member(await newBrowser(guarded.origin), lang, guarded);
  const { page } = guest;
  // Few such emails are sent in an hour, and the tests above have caused some.
  await guest.office.passes(3601);
  for (let time = 1; time <= 2; time += 1) {
    await guest.opens("/company/contact-us");
    await page.locator("#email").fill(guest.email);
    await page.locator("#message").fill("Where is my payout?");
    await guest.button("support:form.submit").click();
    await expect(page.getByText(guest.say("check:sent", { email: guest.email }))).toBeVisible();
  }
  await guest.field("check:code").fill(await guest.code("bot_check_code"));
  await guest.button("support:form.submit").click();
  await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
});

test("a code that has expired is replaced, and the form says so @http", async ({ newBrowser, lang }) => {
  const guest = new Member(await newBrowser(guarded.origin), lang, guarded);
  const { page } = guest;
  await guest.opens("/company/contact-us");
  await page.locator("#email").fill(guest.email);
  await page.locator("#message").fill("Where is my payout?");
  await guest.button("support:form.submit").click();
  const expired = await guest.code("bot_check_code");
  // The hour in which few such emails are sent has ended as well.
  await guest.office.passes(3601);
  await guest.field("check:code").fill(expired);
  await guest.button("support:form.submit").click();
  await expect(page.getByText(guest.say("check:sentAgain", { email: guest.email }))).toBeVisible();
  await expect(page.getByText(guest.say("problems:code_expired"))).toHaveCount(0);
  await expect.poll(() => guest.code("bot_check_code")).not.toBe(expired);
  await guest.field("check:code").fill(await guest.code("bot_check_code"));
  await guest.button("support:form.submit").click();
  await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
});
