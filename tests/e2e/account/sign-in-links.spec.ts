import { prefix, Visitor } from "../people/visitor.ts";
import { hydrated } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

test("the sign-in link opens the dialog with scripts and the page without", async ({ page, hasScripts, lang }) => {
  const visitor = new Visitor(page, lang);
  const link = page
    .getByRole("banner")
    .getByRole("link", { name: visitor.say("shell:link.signIn") })
    .first();
  const title = visitor.say("auth:signIn.title");
  // A text page has no scripts, so there the link works as a link for everybody.
  await visitor.opens("/legal/faq");
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/sign-in$`));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  for (const path of ["", "/exchange/usdt-to-paypal", "/track"]) {
    await visitor.opens(path);
    await hydrated(page);
    await link.click();
    if (hasScripts) {
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await expect(page).not.toHaveURL(/sign-in/);
    } else {
      await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/sign-in$`));
    }
    await expect(page.getByLabel(visitor.say("auth:email"), { exact: true })).toBeVisible();
  }
});
