import { Member, password } from "../people/member.ts";
import { prefix, usdtToPaypal } from "../people/visitor.ts";
import { isInBrowser } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

const startingWith = ({ source }: RegExp) => new RegExp(source.slice(0, -1));

test("the data export is a file with all the member's data and no secret", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  const ref = await member.makesOrder(usdtToPaypal);
  await member.opens("/dashboard/account");
  await page.getByRole("link", { name: startingWith(member.say("account:safety.export")) }).click();
  const address = `${site.origin}${prefix(lang)}/dashboard/account/export.json`;
  await expect(page.getByRole("link", { name: member.say("account:export.submit") })).toHaveAttribute(
    "href",
    new URL(address).pathname,
  );
  if (isInBrowser(page)) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: member.say("account:export.submit") }).click();
    expect((await download).suggestedFilename()).toBe("my-data.json");
  }
  const response = await page.request.get(address);
  const text = await response.text();
  const held = JSON.parse(text);
  expect(Object.keys(held).sort()).toEqual(
    [
      "addresses",
      "deposits",
      "affiliate",
      "emails",
      "history",
      "identity",
      "news_since",
      "newsletter",
      "made_at",
      "notifications",
      "withdrawals",
      "orders",
      "partner",
      "payment_senders",
      "picture",
      "profile",
      "reviews",
      "sessions",
      "support",
      "terms_version",
    ].sort(),
  );
  expect(held.profile.email).toBe(member.email);
  expect(held.orders).toMatchObject([{ ref }]);
  const cookies = await page.context().cookies();
  for (const secret of [password, "argon2", ...cookies.filter(({ httpOnly }) => httpOnly).map(({ value }) => value)]) {
    expect(text).not.toContain(secret);
  }
  expect(response.headers()).toMatchObject({
    "cache-control": "private, no-store",
    "content-disposition": 'attachment; filename="my-data.json"',
    "content-type": "application/json; charset=utf-8",
  });
  await page.context().clearCookies({ name: "session" });
  const stranger = await page.request.get(address, { maxRedirects: 0 });
  expect(stranger.status()).toBe(303);
  expect(await stranger.text()).not.toContain(ref);
});

test("an account can be closed only without open orders and with a rest that is given up, and then no longer signs in", async ({
  page,
  site,
  lang,
}) => {
  test.slow();
  const member = new Member(page, lang, site);
  const credentials = await member.beginsSignedIn();
  const ref = await member.makesOrder(usdtToPaypal);
  const orderNumber = ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");
  await member.opens("/dashboard/account");
  await page.getByRole("link", { name: startingWith(member.say("account:safety.close")) }).click();
  await expect(page.getByText(member.say("account:close.deletedText"))).toBeVisible();
  await expect(page.getByText(orderNumber)).toBeVisible();
  await expect(member.button("account:close.submit")).toHaveCount(0);
  await page.getByRole("link", { name: member.say("dashboard:orders.act.of", { ref: orderNumber }) }).click();
  await page.getByText(member.say("order:act.cancel")).click();
  await member.button("order:act.cancelSure").click();
  await member.sees("order:state.cancelled.title");

  const asset = "usdt-trc20";
  await member.office.call("balanceCreate", { body: { asset }, ...credentials });
  await member.office.call("sandboxDeposits", { body: { asset, amount: "2" }, ...credentials });
  const status = async () =>
    (await member.office.call("balanceCoin", { query: { asset }, ...credentials })).data.deposits[0]?.status;
  await expect.poll(status, { intervals: [50, 100, 200] }).toBe("collecting");
  await member.opens("/dashboard/account/close");
  await expect(page.getByText(member.say("account:close.leftover.below_deposit"))).toBeVisible();
  await member.button("account:close.submit").click();
  await expect(page.locator("#sure-error")).toHaveText(member.say("problems:field.must_accept"));
  await expect(page.locator("#password-error")).toHaveText(member.say("problems:required.password"));
  const sure = page.getByRole("checkbox", { name: member.say("account:close.sure") });
  await sure.check();
  await member.field("account:proof.password").fill("not the password");
  await member.button("account:close.submit").click();
  await expect(page.locator("#password-error")).toHaveText(member.say("problems:field.password_wrong"));
  await expect(sure).toBeChecked();
  await member.field("account:proof.password").fill(password);
  await member.button("account:close.submit").click();
  await expect(page.locator("#give_up_leftovers-error")).toHaveText(member.say("problems:field.must_accept"));
  await page.getByRole("checkbox", { name: member.say("account:close.giveUp") }).check();
  await member.field("account:proof.password").fill(password);
  await member.button("account:close.submit").click();

  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/sign-in\\?why=closed$`));
  await expect(page.getByText(member.say("auth:signIn.closed"))).toBeVisible();
  expect((await page.context().cookies()).some(({ name }) => name === "session")).toBe(false);
  const emails = () => member.office.call("sandboxLetters", { query: { to: member.email } });
  await expect.poll(async () => (await emails()).data.map(({ kind }) => kind)).toContain("closed");
  await member.givesPassword();
  await expect(page.getByRole("heading", { name: member.say("problems:invalid_credentials") })).toBeVisible();
  expect(await member.isIn()).toBe(false);
});
