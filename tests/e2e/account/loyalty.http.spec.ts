import { acceptTerms, executeDraft, giveDetails } from "../../support/orders/order-steps.ts";
import { Member } from "../people/member.ts";
import { langs, usdtToPaypal } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const silver = { en: "Silver", ru: "Серебро" };

for (const lang of langs) {
  test(`a member sees the discount in profile, price, order and receipt (${lang})`, async ({ page, site }) => {
    const member = new Member(page, lang, site);
    const ref = await exchangedAsGuest(member, "1200");
    await member.beginsSignedIn();
    await page.goto(await member.office.emailedLink(ref, member.email));
    const tier = silver[lang];

    await member.opens("/dashboard/account");
    const card = page.getByRole("region", { name: member.say("account:loyalty.title") });
    await expect(card.getByText(new RegExp(`^${tier}: `))).toBeVisible();
    await expect(card.getByText(member.say("account:loyalty.rule"))).toBeAttached();
    const terms = page.getByRole("link", { name: new RegExp(member.say("account:safety.terms").source.slice(0, -1)) });
    await expect(terms).toHaveAttribute("href", /\/legal\/terms\/\d{4}-\d\d-\d\d\?at=\S+Z$/);

    await member.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from");
    const row = member.say("summary:loyalty", { tier });
    await expect(page.getByText(row).first()).toBeAttached();
    await member.asksFor(usdtToPaypal);
    await member.fillsDetails(usdtToPaypal);
    await expect(page.getByText(row).first()).toBeAttached();
    await member.confirms();
    await expect(page.getByText(member.say("order:summary.loyalty", { tier }))).toBeVisible();
    await member.button("order:sandbox.pay_exact").click();
    await member.sees("order:state.completed.title");
    await member.opens(`/order/${member.ref()}/receipt`);
    await expect(page.getByText(row)).toBeVisible();
  });
}

/** An order placed with the member's email before there was an account, which takes it over once its link was opened. */
async function exchangedAsGuest({ office, email }: Member, amount: string): Promise<string> {
  const { service } = office;
  const orderKey = await office.draft({ amount });
  await giveDetails(service, orderKey, { email });
  await acceptTerms(service, orderKey);
  (await executeDraft(service, orderKey)).reply();
  await office.plays(orderKey, "pay_exact");
  await office.becomes(orderKey, "completed");
  return orderKey.ref;
}
