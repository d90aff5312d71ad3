import { langs, prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** Opens nothing: where that is no secret, the page answers as for a key of ours. */
const key = "canary0123456789canaryABCDEF";

/** The pages of emails' links that act when their button is pressed, and what they say then. */
const pages = [
  { path: "/newsletter/confirm", texts: "newsletter:confirm", says: "old" },
  { path: "/newsletter/stop", texts: "newsletter:stop", says: "done" },
  { path: "/reviews/confirm", texts: "reviews:confirm", says: "old" },
  { path: "/reviews/decline", texts: "reviews:decline", says: "done" },
  { path: "/reserve-request/stop", texts: "reserve:stop", says: "done" },
  { path: "/withdrawals/report", texts: "freeze:report", says: "old" },
] as const;

for (const { path, texts, says } of pages) {
  test(`${path} still has the link's key in another theme and language, before and after it has acted`, async ({
    page,
    lang,
  }) => {
    const other = langs.find((language) => language !== lang) ?? lang;
    const [visitor, stranger] = [new Visitor(page, lang), new Visitor(page, other)];
    await page.goto(`${prefix(lang)}${path}?t=${key}`);
    await visitor.button("shell:theme.dark").click();
    await expect(visitor.button(`${texts}.submit`)).toBeVisible();
    await switchesTo(other, visitor);
    await expect(stranger.button(`${texts}.submit`)).toBeVisible();

    await stranger.button(`${texts}.submit`).click();
    const answer = page.getByText(stranger.say(`${texts}.${says}`)).first();
    await expect(answer).toBeVisible();
    await switchesTo(lang, stranger);
    // Nothing acted, so that the link can be tried again.
    if (says === "old") await expect(visitor.button(`${texts}.submit`)).toBeVisible();
    else await expect(page.getByText(visitor.say(`${texts}.done`)).first()).toBeVisible();
  });
}

test("a link that only says of itself that it has acted is not believed", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens(`/newsletter/stop?t=${key}&done=1`);
  await expect(visitor.button("newsletter:stop.submit")).toBeVisible();
});

test("a link with a slash at its end keeps its key", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens(`/newsletter/stop/?t=${key}`);
  await expect(visitor.button("newsletter:stop.submit")).toBeVisible();
});

/** The button is named by the code and the language's name. */
async function switchesTo(lang: (typeof langs)[number], reader: Visitor): Promise<void> {
  await reader.page.locator(`button[name=language][lang=${lang}]`).click();
}
