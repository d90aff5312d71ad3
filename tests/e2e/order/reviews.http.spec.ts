import { anna } from "../../support/orders/example-customer.ts";
import { ask, form } from "../../support/service/ask.ts";
import { BackOffice } from "../people/back-office.ts";
import { langs, prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** Of the right shape, and nobody's. */
const key = "nobodys-key".padEnd(30, "x");

for (const lang of langs) {
  test(`a finished order is reviewed in ${lang} from its page, and public after the link in the email`, async ({
    page,
    site,
  }) => {
    const office = new BackOffice(site);
    const visitor = new Visitor(page, lang);
    const orderKey = await office.order();
    await office.plays(orderKey, "pay_exact");
    await office.becomes(orderKey, "completed");
    await page.goto(await office.emailedLink(orderKey.ref, anna.email));
    await page.goto(`${prefix(lang)}/order/${orderKey.ref}/review`);
    await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/order/${orderKey.ref}/review$`));
    await expect(page.locator("input[checked]")).toHaveCount(0);
    await page.goto(`${prefix(lang)}/order/${orderKey.ref}`);
    const four = page.getByRole("link", { name: visitor.say("order:review.stars", { stars: "4" }) });
    await four.click();
    await expect(page.locator("input[name=rating][value='4']")).toBeChecked();
    await page.goto(`${prefix(lang)}/order/${orderKey.ref}/review`);

    const text = `<b>Slow</b>, see https://example.com ${orderKey.ref.slice(0, 4)}`;
    await page.getByLabel(visitor.say("reviews:form.text")).fill(text);
    await visitor.button("reviews:form.submit").click();
    for (const missing of ["missingRating", "missingName"])
      await expect(page.getByText(visitor.say(`reviews:form.${missing}`)).nth(0)).toBeVisible();
    await expect(page.getByLabel(visitor.say("reviews:form.text"))).toHaveValue(text);

    await page.locator("input[name=rating][value='2']").check();
    await page.getByLabel(visitor.say("reviews:form.name")).fill("Jonas");
    await visitor.button("reviews:form.submit").click();
    await expect(page.getByText(visitor.say("reviews:form.waiting"))).toBeVisible();
    await page.goto(`${prefix(lang)}/order/${orderKey.ref}`);
    await expect(page.getByText(visitor.say("order:outcome.receipt"))).toBeVisible();
    await expect(four).toHaveCount(0);

    let link = "";
    await expect(async () => {
      const { data } = await office.call("sandboxLetters", { query: { to: anna.email } });
      const email = data.find((sent) => sent.kind === "review_confirm" && sent.text.includes(text));
      link = /(\/(?:En|Ru)\/reviews\/confirm\?t=\S+)/.exec(email?.text ?? "")?.[1] ?? "";
      expect(link).not.toBe("");
    }).toPass({ intervals: [50, 100] });
    await page.goto(link);
    await visitor.button("reviews:confirm.submit").click();
    await expect(page.getByText(visitor.say("reviews:confirm.done"))).toBeVisible();

    await page.goto(`${prefix(lang)}/reviews?show=negative`);
    const reviewItem = page.getByRole("listitem").filter({ hasText: text });
    await expect(reviewItem).toHaveCount(1);
    await expect(reviewItem.getByText(text)).toHaveAttribute("lang", lang);
    expect(await page.content()).not.toContain(orderKey.ref);
    expect(await page.content()).not.toContain('href="https://example.com');
    await page.goto(prefix(lang));
    const slide = page.locator("#reviews li").filter({ hasText: text });
    await expect(slide.getByText("Jonas", { exact: true })).toHaveAttribute("lang", lang);
  });
}

test("the page of a link in an email is private, and its key is in no referrer", async ({ site }) => {
  for (const [path, answered] of [
    ["/En/reviews/confirm", 200],
    ["/Ru/reviews/decline", 200],
    ["/Ru/reserve-request/stop", 200],
    ["/En/withdrawals/report", 200],
  ] as const) {
    const { status, headers } = await ask(site, `${path}?t=${key}`);
    expect([path, status]).toEqual([path, answered]);
    expect(headers.location ?? path).toBe(path);
    expect(headers).toMatchObject({
      "referrer-policy": "strict-origin",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
  }
});

test("a mail program ends invitations without our page, and publishes nothing", async ({ site }) => {
  const oneClick = "List-Unsubscribe=One-Click";
  for (const path of [`/Ru/reviews/decline?t=${key}`, `/En/reserve-request/stop?t=${key}`]) {
    expect((await ask(site, path, form, "POST", oneClick)).status, path).toBe(200);
  }
  expect((await ask(site, `/Ru/reviews/confirm?t=${key}`, form, "POST", oneClick)).status).toBe(403);
});
