import { prefix } from "../people/visitor.ts";
import { expect } from "../setup/story.ts";
import { GoogleUser, test } from "./google-site.ts";

test("an account without a password is asked to set one where it is needed", async ({ page, site, google, lang }) => {
  const user = new GoogleUser(page, lang, site, google);
  await user.comesWithGoogle();
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const name of ["email", "close", "two-factor"]) {
    await user.opens(`/dashboard/account/${name}`);
    await expect(page.getByText(user.say("account:passwordFirst.text")), name).toBeVisible();
    await expect(page.locator("input[type=password]"), name).toHaveCount(0);
    const set = page.getByRole("link", { name: user.say("account:passwordFirst.set") });
    await expect(set, name).toHaveAttribute("href", `${prefix(lang)}/reset`);
  }
  const file = await page.request.get(`${site.origin}${prefix(lang)}/dashboard/account/export.json`);
  expect((await file.json()).profile.sign_in).toEqual({ password: false, google: true });
});
