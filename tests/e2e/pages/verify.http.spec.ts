import { BackOffice } from "../people/back-office.ts";
import { langs, prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

for (const lang of langs) {
  test(`a pasted message is answered line by line, and kept in the box, in ${lang}`, async ({ page, site }) => {
    const visitor = new Visitor(page, lang);
    const orderKey = await new BackOffice(site).order();
    const address = (await new BackOffice(site).becomes(orderKey, "awaiting_payment")).payin.address ?? "";
    const message = `Pay ${address} at kursa-pay.example`;
    await page.goto(`${prefix(lang)}/verify`);
    await page.getByLabel(visitor.say("verify:label")).fill(message);
    await visitor.button("verify:submit").click();

    expect(new URL(page.url()).search, "nothing of the message is in the address").toBe("");
    await expect(page.getByRole("heading", { level: 3, name: visitor.say("verify:verdict.not_ours") })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 3, name: visitor.say("verify:verdict.ours") })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 3, name: visitor.say("verify:do.title") })).toHaveCount(1);
    await expect(page.getByLabel(visitor.say("verify:label"))).toHaveValue(message);
    expect(site.log()).not.toContain(address);
  });

  test(`an empty box is answered beside it in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await page.goto(`${prefix(lang)}/verify`);
    for (const blank of ["", "  "]) {
      await page.getByLabel(visitor.say("verify:label")).fill(blank);
      await visitor.button("verify:submit").click();
      await expect(page.locator("#text-error")).toHaveText(visitor.say("verify:missing"));
    }
  });
}
