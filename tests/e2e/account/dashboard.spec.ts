import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { prefix, usdtToPaypal } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("an order is made with saved details, then listed, opened, searched for and repeated", async ({
  page,
  site,
  lang,
}) => {
  test.slow();
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard");
  await expect(page.getByRole("heading", { name: member.say("dashboard:overview.none") })).toBeVisible();

  await member.opens("/dashboard/account/addresses");
  await member.field("account:addresses.asset").selectOption("usdt-trc20");
  await member.field("account:addresses.account").fill("not an address");
  await member.field("account:addresses.label").fill("Hot wallet");
  await member.button("account:addresses.add").click();
  await expect(page.locator("#account-error")).toBeVisible();
  await expect(member.field("account:addresses.label")).toHaveValue("Hot wallet");
  await member.field("account:addresses.account").fill(anna.addresses["usdt-trc20"]);
  await member.button("account:addresses.add").click();
  await member.confirmsAddress();
  await member.opens("/dashboard/account/addresses");
  await expect(page.getByText("Hot wallet")).toBeVisible();

  await member.opens("/dashboard/new-order");
  await member.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}\/details$/);
  const menu = page.getByRole("navigation", { name: member.say("shell:member.menu") }).first();
  await expect(menu).toBeAttached();
  await member.button("details:submit").click();
  await expect(page.getByText(member.say("problems:required.paypal")).first()).toBeVisible();
  await expect(menu, "after a refused form").toBeAttached();
  await expect(page.getByLabel(member.say("details:refund.account.label"))).toHaveValue(anna.addresses["usdt-trc20"]);
  await expect(page.getByLabel(member.say("details:email.label"))).toHaveValue(member.email);
  await page.getByLabel(member.say("details:payout.account.paypal")).fill(anna.paypal);
  await page.getByLabel(member.say("details:payout.extra.full_name.label")).fill(anna.name);
  await member.button("details:submit").click();
  await expect(page).toHaveURL(/\/confirm$/);
  await expect(menu).toBeAttached();
  await member.confirms();
  const ref = member.ref();
  const orderNumber = ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");

  // Without the browser's order token: the order opens because it is the member's.
  await page.context().clearCookies({ name: "orders" });
  await member.opens("/dashboard");
  const row = page.getByRole("link", { name: new RegExp(orderNumber) });
  await expect(row.getByText(member.say("dashboard:overview.payIn")).first()).toBeVisible();
  await expect(page.getByRole("button", { name: member.say("calculator:continue") })).toBeVisible();
  await row.click();
  await expect(member.status("order:state.awaiting_payment.title")).toBeVisible();
  await expect(page.getByRole("heading", { name: member.say("order:link.title") })).toHaveCount(0);
  await member.button("order:sandbox.pay_exact").click();
  await member.sees("order:state.completed.title");

  await member.opens("/dashboard");
  await expect(page.getByRole("region", { name: member.say("dashboard:overview.recent") })).toBeVisible();
  await member.button("dashboard:overview.closeHint").click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(member.say("dashboard:overview.twoStep"))).toHaveCount(0);

  await member.opens("/dashboard/orders?filter=completed");
  await expect(page.getByText(orderNumber).filter({ visible: true })).toBeVisible();
  await member.field("dashboard:orders.search").fill("0000-0000-00");
  await member.button("dashboard:orders.find").click();
  await expect(page.getByRole("heading", { name: member.say("dashboard:orders.nothing") })).toBeVisible();
  await member.field("dashboard:orders.search").fill(orderNumber);
  await member.button("dashboard:orders.find").click();
  await expect(page.getByText(orderNumber).filter({ visible: true })).toBeVisible();
  const file = await page.request.get(`${site.origin}${prefix(lang)}/dashboard/orders.csv?filter=completed`);
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect(file.headers()["content-disposition"]).toContain("orders.csv");
  expect(await file.text()).toContain(ref);

  const repeat = { act: member.say("dashboard:orders.act.repeat").source.slice(1, -1), ref: orderNumber };
  await page
    .getByRole("button", { name: member.say("dashboard:orders.act.of", repeat) })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/confirm$/);
  expect(member.ref()).not.toBe(ref);
});

test("the password is changed, and the history lists it", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account/password");
  await member.field("account:password.current").fill("not the password");
  await member.field("account:password.new").fill("an entirely different phrase");
  await member.button("account:password.submit").click();
  await expect(page.locator("#current_password-error")).toHaveText(member.say("problems:field.password_wrong"));
  await member.field("account:password.current").fill("correct horse battery staple");
  await member.field("account:password.new").fill("an entirely different phrase");
  await member.button("account:password.submit").click();
  await expect(page.getByText(member.say("account:done.password"))).toBeVisible();
  await member.opens("/dashboard/account/history");
  await expect(page.getByText(member.say("account:history.event.password_changed"))).toBeVisible();
  await expect(page.getByText(member.say("account:history.event.registered"))).toBeVisible();
  await member.signsOut();
  await member.givesPassword("an entirely different phrase");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an unknown dashboard page is a 404 for a member and a sign-in for a guest", { tag: "@http" }, async ({
  page,
  site,
}) => {
  const member = new Member(page, "en", site);
  await member.opens("/dashboard/no-such-page");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await member.beginsSignedIn();
  const answer = await page.goto("/En/dashboard/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: member.say("errors:errorPage.title") })).toBeVisible();
  await expect(page.getByRole("link", { name: member.say("shell:member.orders") }).first()).toBeAttached();
});

test("a member's order is a 404 for another member and not in their list", { tag: "@http" }, async ({
  page,
  site,
  newBrowser,
}) => {
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const ref = await member.makesOrder(usdtToPaypal);
  const stranger = new Member(await newBrowser(), "en", site);
  await stranger.beginsSignedIn();
  for (const path of ["", "/receipt", "/details", "/confirm"]) {
    const answer = await stranger.page.goto(`/En/order/${ref}${path}`);
    expect(answer?.status(), path).toBe(404);
  }
  await stranger.opens(`/dashboard/orders?q=${ref}`);
  await expect(stranger.page.getByRole("heading", { name: stranger.say("dashboard:orders.nothing") })).toBeVisible();
});
