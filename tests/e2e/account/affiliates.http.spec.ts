import { anna } from "../../support/orders/example-customer.ts";
import { startSite } from "../../support/site/site.ts";
import { Member } from "../people/member.ts";
import { langs, prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const partnerPage = "/dashboard/affiliates";

/** Joins the programme by the page's form and returns the main code. */
async function joins(member: Member): Promise<string> {
  await member.opens(partnerPage);
  await member.button("affiliates:join.button").click();
  await expect(member.page.getByRole("heading", { name: member.say("affiliates:link.title") })).toBeVisible();
  const code = /\?partner=([\w-]+)/.exec(await member.page.content())?.[1];
  if (!code) throw new Error("The page shows no link");
  return code;
}

for (const lang of langs) {
  test(`a partner's link leads through the visit to an order that the partner sees (${lang})`, async ({
    page,
    site,
    newBrowser,
  }) => {
    const partner = new Member(page, lang, site);
    await partner.beginsSignedIn();
    const code = await joins(partner);
    expect(await page.content()).not.toContain(partner.say("affiliates:orders.none").source);

    const customer = new Visitor(await newBrowser(), lang);
    // As typed by hand: language and page in another case.
    await customer.page.goto(`/${lang}/Company/ABOUT?partner=${code}`);
    const about = await customer.page.content();
    expect(about).toContain(`${prefix(lang)}/exchange/usdt-to-paypal?partner=${code}`);
    expect(about).toMatch(/rel="canonical" href="[^"?]+\/company\/about"/);
    await customer.opens(`/exchange/usdt-to-paypal?partner=${code}`);
    // An amount that no bound of a band is equal to.
    const exchange = { ...usdtToPaypal, amount: "517" };
    await customer.asksFor(exchange);
    await customer.fillsDetails(exchange);
    await customer.confirms();

    await partner.opens(partnerPage);
    await expect(page.getByText(partner.say("affiliates:state.open")).first()).toBeVisible();
    const file = await page.request.get(`${site.origin}${prefix(lang)}/dashboard/affiliates.csv`);
    expect(file.headers()["content-type"]).toContain("text/csv");
    const text = await file.text();
    expect(text).toContain(code);
    const pageText = await page.locator("main").innerText();
    const secrets = [customer.ref(), anna.email, anna.paypal, anna.name, anna.addresses[usdtToPaypal.from] ?? "none"];
    for (const secret of [...secrets, "517.00", "517,00"]) expect(`${text} ${pageText}`).not.toContain(secret);
  });
}

test("a partner's code typed in the calculator brings the order to the partner, without a word of it in the price", async ({
  page,
  site,
  newBrowser,
}) => {
  const partner = new Member(page, "en", site);
  await partner.beginsSignedIn();
  const code = await joins(partner);
  await expect(page.getByText(code, { exact: true }).first()).toBeVisible();

  const customer = new Visitor(await newBrowser(), "en");
  await customer.opens(
    `/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from&promo=${code.toLowerCase()}`,
  );
  await customer.asksFor(usdtToPaypal);
  await customer.fillsDetails(usdtToPaypal);
  await expect(customer.page.getByText(customer.say("summary:promoPartner", { code })).first()).toBeAttached();
  await customer.confirms();
  await expect(customer.page.getByText(customer.say("order:summary.partnerCode", { code }))).toBeVisible();

  await partner.opens(partnerPage);
  await expect(page.getByText(partner.say("affiliates:state.open")).first()).toBeVisible();
});

for (const lang of langs) {
  test(`a visitor of a partner's link is asked once whether the partner may be remembered (${lang})`, async ({
    page,
    site,
    newBrowser,
  }) => {
    const partner = new Member(page, lang, site);
    await partner.beginsSignedIn();
    const code = await joins(partner);

    const customer = new Visitor(await newBrowser(), lang);
    const question = customer.page.getByText(customer.say("cookies:partner.sent"));
    await customer.opens(`/company/about?partner=${code}`);
    await expect(question).toBeVisible();
    await customer.button("cookies:banner.yes").click();
    await expect(customer.page).toHaveURL(new RegExp(`/company/about\\?partner=${code}$`));
    await expect(question).toHaveCount(0);
    // Another visit, without the link.
    await customer.opens("/exchange/usdt-to-paypal");
    await customer.asksFor(usdtToPaypal);
    await customer.fillsDetails(usdtToPaypal);
    await customer.confirms();
    await partner.opens(partnerPage);
    await expect(page.getByText(partner.say("affiliates:state.open")).first()).toBeVisible();
  });
}

test("after a No, with a privacy signal or without an answer no partner is remembered", async ({ page, site }) => {
  const ask = (headers = {}) => page.request.get(`${site.origin}/En/company/about?partner=ANNA7`, { headers });
  const isAsked = /name="partner"/;
  const unanswered = await ask();
  expect(await unanswered.text()).toMatch(isAsked);
  expect(unanswered.headers()["set-cookie"]).toBeUndefined();
  expect(await (await ask({ "Sec-GPC": "1" })).text()).not.toMatch(isAsked);
  const response = await page.request.post(`${site.origin}/consent`, {
    form: { returnTo: "/En/company/about?partner=ANNA7", by: "banner", partner: "no" },
    headers: { Origin: site.origin },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  expect(response.headers()["set-cookie"]).toMatch(
    /^partner-answer=no\.[\d-]+; Max-Age=15552000; [\s\S]*partner=; Max-Age=0;/,
  );
  const afterNo = await ask();
  expect(await afterNo.text()).not.toMatch(isAsked);
  expect(afterNo.headers()["set-cookie"]).toBeUndefined();
  const settings = await (await page.request.get(`${site.origin}/En/legal/cookies`)).text();
  expect(settings).toMatch(/<input[^>]*name="partner"/);
});

test("hostile codes in an address are repeated in no link and set no cookie", async ({ page, site }) => {
  for (const code of [
    "%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "a%0d%0aSet-Cookie:%20x=1",
    "A&partner=B",
    "A".repeat(41),
  ]) {
    const response = await page.request.get(`${site.origin}/En?partner=${code}`);
    expect(response.status()).toBe(200);
    expect(await response.text()).not.toMatch(/href="[^"]*[?&]partner=/);
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
});

test("links are added, renamed and deleted by plain forms, and a wrong code is explained beside its field", async ({
  page,
  site,
}) => {
  const partner = new Member(page, "en", site);
  await partner.beginsSignedIn();
  await joins(partner);
  const [name, code] = [page.locator("#label"), page.locator("#code")];
  await page.locator("details:has(#label) > summary").click();
  await name.fill("Evening stream");
  await code.fill("no spaces!");
  await page.locator("details:has(#label) button").click();
  await expect(name).toHaveValue("Evening stream");
  await expect(page.locator("#code-error")).toBeVisible();
  await code.fill(`video-${Date.now() % 1_000_000}`);
  await page.locator("details:has(#label) button").click();
  await expect(page.getByText("Evening stream").first()).toBeVisible();
  await page
    .getByRole("button", { name: partner.say("affiliates:links.removeOf", { name: "Evening stream" }) })
    .click();
  await expect(page.getByText("Evening stream")).toHaveCount(0);
});

test("with AFFILIATES=off nothing of it is offered, and a code does nothing", async ({ newBrowser }) => {
  const site = await startSite({ AFFILIATES: "off" });
  try {
    const member = new Member(await newBrowser(site.origin), "en", site);
    await member.beginsSignedIn();
    await member.opens("/dashboard");
    expect(await member.page.content()).not.toContain(partnerPage);
    for (const path of [partnerPage, "/dashboard/affiliates.csv", "/earn"]) {
      expect((await member.page.goto(`/En${path}`))?.status(), path).toBe(404);
    }
    await member.opens("/company/about?partner=ANNA7");
    expect(await member.page.content()).not.toMatch(/href="[^"]*partner=/);
    const sitemap = await (await member.page.request.get(`${site.origin}/sitemap.xml`)).text();
    expect(sitemap).toContain("/En/company/about</loc>");
    expect(sitemap).not.toContain("/earn");
  } finally {
    await site.stop();
  }
});

test("with WALLETS=off the partner's page works, and says that nothing can be paid out yet", async ({ newBrowser }) => {
  const site = await startSite({ WALLETS: "off" });
  try {
    for (const lang of langs) {
      const partner = new Member(await newBrowser(site.origin), lang, site);
      await partner.beginsSignedIn();
      await joins(partner);
      await expect(partner.page.getByText(partner.say("affiliates:balance.noWallets"))).toBeVisible();
      await expect(partner.page.locator('button[value="payout"]')).toHaveCount(0);
      await expect(partner.page.locator('main a[href*="/withdrawals/"]')).toHaveCount(0);
    }
  } finally {
    await site.stop();
  }
});
