import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { langs, prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Different bytes: the same picture twice is one. */
const picture = (name: string) => ({
  ...{ name: `${name}.png`, mimeType: "image/png" },
  buffer: Buffer.concat([pixel, Buffer.from(name)]),
});

for (const lang of langs) {
  test(`an empty form names every field that is missing, in ${lang}`, async ({ page }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/company/contact-us");
    await visitor.button("support:form.submit").click();
    for (const missing of ["problems:required.email", "support:form.messageMissing"])
      await expect(page.getByText(visitor.say(missing)).first()).toBeVisible();
  });

  test(`the pages of an order lead to a message about it, in ${lang}`, async ({ page, site }) => {
    const visitor = new Visitor(page, lang);
    const asks = async () => {
      await page.getByRole("link", { name: visitor.say("ask:write") }).click();
      await expect(page.getByText(visitor.say("support:form.orderKnown"))).toBeVisible();
    };
    await visitor.startsAtHome(usdtToPaypal);
    const ref = visitor.ref();
    await asks();
    await visitor.opens(`/order/${ref}/details`);
    await visitor.fillsDetails(usdtToPaypal);
    await expect(page).toHaveURL(/\/confirm$/);
    await asks();
    const order = await new BackOffice(site).order();
    await new BackOffice(site).opens(page, lang, order);
    await asks();
  });

  test(`a guest writes about an order, corrects the form, and reads the answer, in ${lang}`, async ({
    page,
    site,
    newBrowser,
  }) => {
    const visitor = new Visitor(page, lang);
    const office = new BackOffice(site);
    const order = await office.order();
    await office.opens(page, lang, order);
    await visitor.opens(`/company/contact-us?order=${order.ref}`);
    await expect(page.getByText(visitor.say("support:form.orderKnown"))).toBeVisible();
    const email = `guest-${lang}@example.com`;
    await page.locator("#topic").selectOption("payment");
    await page.locator("#email").fill(email);
    await page.locator("#files").setInputFiles(["screen", "screen", "second", "third", "fourth"].map(picture));
    await visitor.button("support:form.submit").click();
    // Without its text the form comes back, with the files that the service has, and says that one was too many.
    for (const fileName of [/screen\.webp/, /second\.webp/, /third\.webp/])
      await expect(page.getByLabel(fileName)).toBeVisible();
    await expect(page.getByLabel(/fourth/)).toHaveCount(0);
    await expect(page.getByText(visitor.say("problems:field.too_many")).first()).toBeVisible();
    expect(await page.locator("#email").inputValue()).toBe(email);
    await page.locator("#message").fill("Where is <b>my money</b>?");
    await visitor.button("support:form.submit").click();

    await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
    const number = /SUP-\d+$/.exec(page.url())?.[0] ?? "";
    await expect(page.getByText("Where is <b>my money</b>?")).toBeVisible();
    await expect(page.getByRole("link", { name: /third\.webp/ })).toBeVisible();
    const file = await page.getByRole("link", { name: /screen\.webp/ }).getAttribute("href");
    const fileResponse = await page.request.get(`${site.origin}${file}`);
    expect([fileResponse.status(), fileResponse.headers()["content-type"]]).toEqual([200, "image/webp"]);
    const stranger = await newBrowser();
    expect((await stranger.request.get(`${site.origin}${file}`)).status()).toBe(404);
    expect((await stranger.goto(`${prefix(lang)}/support/${number}`))?.status()).toBe(404);

    await office.operator("tickets answer", { ticket: number, text: "It was sent.", name: "Mira" });
    const sentEmail = async () =>
      (await office.call("sandboxLetters", { query: { to: email } })).data.find(
        ({ kind }) => kind === "ticket_answered",
      );
    await expect.poll(sentEmail).toBeTruthy();
    const link = /https?:\/\/\S+\/support\/\S+/.exec((await sentEmail())?.text ?? "")?.[0] ?? "";
    await stranger.goto(new URL(link).pathname + new URL(link).search);
    // The token is in the cookie only.
    expect(stranger.url()).toBe(`${site.origin}${prefix(lang)}/support/${number}`);
    await expect(stranger.getByText("It was sent.")).toBeVisible();
    await expect(stranger.getByText(visitor.say("support:ticket.status.awaiting_customer"))).toBeVisible();
    await stranger.getByRole("button", { name: visitor.say("support:ticket.solve") }).click();
    await expect(stranger.getByText(visitor.say("support:ticket.status.closed"))).toBeVisible();
    await stranger.locator("#message").fill("One more thing.");
    await stranger.getByRole("button", { name: visitor.say("support:ticket.send") }).click();
    await expect(stranger.getByText(visitor.say("support:ticket.status.awaiting_support"))).toBeVisible();
    expect(site.log()).not.toContain(new URL(link).searchParams.get("t"));
  });
}

test("a member who asks the same again, after the first question is closed, has asked a second one", async ({
  page,
  site,
}) => {
  const member = new Member(page, "ru", site);
  await member.beginsSignedIn();
  const asks = async () => {
    await member.opens("/company/contact-us");
    await page.locator("#message").fill("Где мои деньги?");
    await member.button("support:form.submit").click();
    await expect(page).toHaveURL(/\/support\/SUP-\d+$/);
    return page.url();
  };
  const first = await asks();
  await member.button("support:ticket.solve").click();
  await expect(page.getByText(member.say("support:ticket.status.closed"))).toBeVisible();
  expect(await asks()).not.toBe(first);
  await expect(member.button("support:ticket.solve")).toBeVisible();
});
