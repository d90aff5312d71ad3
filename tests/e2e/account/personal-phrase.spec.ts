import { Member, password } from "../people/member.ts";
import { expect, test } from "../setup/story.ts";

test("a member sets a phrase, and the next email begins with it", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account/phrase");
  await page.getByLabel(member.say("account:phrase.label")).fill("abc");
  await page.getByLabel(member.say("account:proof.password"), { exact: true }).fill(password);
  await member.button("account:phrase.submit").click();
  await expect(page.locator("#phrase-error")).toHaveText(member.say("problems:field.phrase_length"));

  await page.getByLabel(member.say("account:phrase.label")).fill("blue heron at dawn");
  await page.getByLabel(member.say("account:proof.password"), { exact: true }).fill(password);
  await member.button("account:phrase.submit").click();
  await expect(page.getByText(member.say("account:done.phrase"))).toBeVisible();
  await expect(page.getByLabel(member.say("account:phrase.label"))).toHaveValue("blue heron at dawn");
});
