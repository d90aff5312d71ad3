import { ask, form } from "../../support/service/ask.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** Of no subscription. */
const key = "canary0123456789canaryABCDEF";

for (const lang of langs) {
  test(`the newsletter is asked for in ${lang} from the footer and confirmed by email`, async ({ page, site }) => {
    const office = new BackOffice(site);
    const visitor = new Visitor(page, lang);
    const email = `news-${lang}@example.com`;
    await page.goto(`${prefix(lang)}/company/about`);
    await page.getByRole("link", { name: visitor.say("shell:link.newsletter") }).click();
    await visitor.button("newsletter:submit").click();
    await expect(page.getByText(visitor.say("problems:required.email")).first()).toBeVisible();
    await page.getByLabel(visitor.say("newsletter:email")).fill(email);
    await visitor.button("newsletter:submit").click();
    await expect(page.locator("main")).toContainText(email);

    let link = "";
    await expect(async () => {
      const { data } = await office.call("sandboxLetters", { query: { to: email } });
      link = /(\/(?:En|Ru)\/newsletter\/confirm\?t=\S+)/.exec(data[0]?.text ?? "")?.[1] ?? "";
      expect(link).not.toBe("");
    }).toPass({ intervals: [50, 100] });
    await page.goto(link);
    await visitor.button("newsletter:confirm.submit").click();
    await expect(page.getByText(visitor.say("newsletter:confirm.done")).first()).toBeVisible();
    await page.goto(`${prefix(lang)}/newsletter/confirm?t=${key}`);
    await visitor.button("newsletter:confirm.submit").click();
    await expect(page.getByText(visitor.say("newsletter:confirm.old")).first()).toBeVisible();
  });
}

test("a mail program unsubscribes without our page", async ({ site }) => {
  const oneClick = "List-Unsubscribe=One-Click";
  expect((await ask(site, `/Ru/newsletter/stop?t=${key}`, form, "POST", oneClick)).status).toBe(200);
  expect((await ask(site, `/Ru/newsletter/confirm?t=${key}`, form, "POST", oneClick)).status).toBe(403);
});
