import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { cookieOf } from "../setup/cookies.ts";
import { expect, test } from "../setup/story.ts";

const daySeconds = 24 * 60 * 60;

/** The browser's lifetime of the session cookie, in seconds. */
async function keptSeconds(member: Member): Promise<number> {
  const cookies = await member.page.context().cookies();
  const expires = cookies.find(({ name }) => name === "session")?.expires ?? 0;
  return expires - Date.now() / 1000;
}

test("a remembered sign-in lasts 30 days and asks for the password before a new payout address", async ({
  page,
  site,
  context,
  lang,
}) => {
  test.slow();
  const member = new Member(page, lang, site);
  await member.signsUp();
  expect(await keptSeconds(member)).toBeLessThan(3700);
  await member.signsOut();

  // Its name with its value.
  const name = new RegExp(member.say("auth:signIn.remember").source.replace(/\$$/, ""));
  const remember = page.getByRole("checkbox", { name });
  await expect(remember).not.toBeChecked();
  await remember.check();
  await member.givesPassword("not the password at all");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(remember).toBeChecked();
  await member.givesPassword();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await keptSeconds(member)).toBeGreaterThan(29 * daySeconds);
  await member.opens("/dashboard/account/sessions");
  await expect(page.getByText(member.say("account:sessions.remembered"))).toBeVisible();

  await member.office.passes(2 * daySeconds);
  expect(await member.isIn()).toBe(true);
  const before = await cookieOf(context, "session");
  await member.opens("/dashboard/account/addresses");
  await member.field("account:addresses.asset").selectOption("usdt-trc20");
  await member.field("account:addresses.account").fill(anna.addresses["usdt-trc20"]);
  await member.field("account:addresses.label").fill("Hot wallet");
  await member.button("account:addresses.add").click();
  await expect(page).toHaveURL(/\/sign-in\?.*why=again/);
  await expect(page.getByText(member.say("auth:signIn.again"))).toBeVisible();
  await member.givesPassword();
  await expect(page).toHaveURL(/\/dashboard\/account\/addresses$/);
  await expect(member.field("account:addresses.label")).toHaveValue("Hot wallet");
  await member.button("account:addresses.add").click();
  await member.confirmsAddress();

  // The new sign-in replaced the remembered one, which is now invalid.
  const old = await fetch(`${site.origin}/En/dashboard`, {
    headers: { Cookie: `session=${before}` },
    redirect: "manual",
  });
  expect(old.status).toBe(303);
});
