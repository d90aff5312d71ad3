import { langs, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const searches = {
  en: { words: "late pay", answer: "What if I pay late?" },
  ru: { words: "опоздание", answer: "опозда" },
};

for (const lang of langs) {
  test(`a question is found by its words, and a search without an answer leads on, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/legal/faq");
    const questions = page.locator("details.disclosure");
    const all = await questions.count();
    const field = page.getByLabel(visitor.say("content:faq.search.label"));
    await field.fill(searches[lang].words);
    await visitor.button("content:faq.search.submit").click();
    await expect(field).toHaveValue(searches[lang].words);
    await expect(page.getByText(searches[lang].answer, { exact: false }).first()).toBeVisible();
    expect(await questions.count()).toBeLessThan(all);
    await field.fill('"><b>qqqq</b>');
    await visitor.button("content:faq.search.submit").click();
    await expect(page.getByText(visitor.say("content:faq.search.none"))).toBeVisible();
    await expect(questions).toHaveCount(0);
    await page.getByRole("link", { name: visitor.say("content:faq.search.all") }).click();
    await expect(questions).toHaveCount(all);
  });
}
