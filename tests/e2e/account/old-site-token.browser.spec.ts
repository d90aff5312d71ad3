import { termsVersion } from "../../../contract/order/terms.ts";
import { Member, password } from "../people/member.ts";
import { expect, test } from "../setup/browser-test.ts";

const stored = () => localStorage.getItem("accessToken");

test("a token left by the old site becomes a session and is removed from the browser's storage", async ({
  page,
  site,
}) => {
  const member = new Member(page, "en", site);
  const challenge = await member.office.call("registerRequestCode", { body: { email: member.email } });
  const { challenge_id } = challenge.data;
  const body = { challenge_id, email: member.email, code: await member.code(), password, terms_version: termsVersion };
  const { data } = await member.office.call("registerVerifyAccount", { body });
  await member.opens("/legal/faq");
  await page.evaluate((token) => localStorage.setItem("accessToken", token), data.access_token);

  await member.opens("/sign-in?next=/En/dashboard/account");
  await expect(page).toHaveURL(/\/En\/dashboard\/account$/);
  await expect(page.getByText(member.email).first()).toBeVisible();
  expect(await page.evaluate(stored)).toBeNull();
  expect(await page.content()).not.toContain(data.access_token);
  expect(site.log()).not.toContain(data.access_token);
});

test("an invalid token of the old site is removed, and the visitor stays a guest", async ({ page }) => {
  await page.goto("/En/legal/faq");
  await page.evaluate(() => localStorage.setItem("accessToken", "no-such-token"));
  await page.goto("/En/sign-in");
  await expect.poll(() => page.evaluate(stored)).toBeNull();
  await expect(page).toHaveURL(/\/En\/sign-in$/);
});
