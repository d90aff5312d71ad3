import { Member } from "../people/member.ts";
import { prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("a rejected amount on the dashboard's calculator stays there as typed", async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/new-order?product=crypto-to-paypal");
  const amount = page.getByLabel(member.say("calculator:send"));
  await amount.fill("1,2,3");
  await member.button("calculator:continue").click();
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/dashboard/new-order`));
  await expect(page.getByRole("heading", { level: 1, name: member.say("dashboard:newOrder.title") })).toBeVisible();
  await expect(amount).toHaveValue("1,2,3");
  await expect(amount).toHaveAttribute("aria-invalid", "true");

  await amount.fill(member.typed("0.01"));
  await member.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}\/details$/);
  await expect(page.getByLabel(member.say("details:email.label"))).toHaveValue(member.email);
});
