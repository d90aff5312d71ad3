import { anna } from "../../support/orders/example-customer.ts";
import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("an unpaid order can be cancelled", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.makesOrder(usdtToPaypal);
  await page.getByText(visitor.say("order:act.cancel"), { exact: true }).click();
  await visitor.button("order:act.cancelSure").click();
  await expect(visitor.status("order:state.cancelled.title")).toBeVisible();
});

test("an unpaid order expires by the service's clock", { tag: "@http" }, async ({ page, site, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.makesOrder(usdtToPaypal);
  await advanceClock(site.origin, 31 * 60);
  await visitor.sees("order:state.expired.title");
  await expect(visitor.button("order:sandbox.pay_exact")).toHaveCount(0);
});

test("a double click, a second tab and the Back button make one order", async ({ page, context }) => {
  const visitor = new Visitor(page, "en");
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  const confirmPage = page.url();
  const ref = visitor.ref();

  const secondTab = await context.newPage();
  const second = new Visitor(secondTab, "en");
  await secondTab.goto(confirmPage);
  await second.consents();

  await visitor.consents();
  await visitor.button("confirm:submit").dblclick();
  await expect(page).toHaveURL(new RegExp(`/order/${ref}$`));
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();

  await second.button("confirm:submit").click();
  await expect(secondTab).toHaveURL(new RegExp(`/order/${ref}$`));
  await expect(second.status("order:state.awaiting_payment.title")).toBeVisible();

  await page.goto(confirmPage);
  await expect(page).toHaveURL(new RegExp(`/order/${ref}$`));
});

test("the link in the email opens the order in another browser, and the token leaves the address", async ({
  page,
  newBrowser,
  site,
}) => {
  const visitor = new Visitor(page, "en");
  const ref = await visitor.makesOrder(usdtToPaypal);
  const link = await linkFromMailbox(site.origin, ref);
  expect(link).toContain("?t=");

  const other = await newBrowser();
  const without = await other.goto(`${site.origin}${prefix("en")}/order/${ref}`);
  expect(without?.status()).toBe(404);

  await other.goto(`${site.origin}${new URL(link).pathname}${new URL(link).search}`);
  await expect(new Visitor(other, "en").status("order:state.awaiting_payment.title")).toBeVisible();
  expect(other.url()).toBe(`${site.origin}/En/order/${ref}`);
  const token = new URL(link).searchParams.get("t") ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(site.log()).not.toContain(token);
});

test("another visitor sees the same 404 page for an order as for an unknown number", { tag: "@http" }, async ({
  page,
  newBrowser,
}) => {
  const visitor = new Visitor(page, "en");
  const ref = await visitor.makesOrder(usdtToPaypal);
  const origin = new URL(page.url()).origin;
  const stranger = (await newBrowser()).context();
  const answers = [];
  for (const number of [ref, "0000000000"]) {
    const response = await stranger.request.get(`${origin}/En/order/${number}`);
    const html = await response.text();
    answers.push([response.status(), html.replaceAll(number, "").replace(/nonce="[^"]*"/g, "")]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);
});

test("the language switch keeps the order open", { tag: "@http" }, async ({ page }) => {
  const visitor = new Visitor(page, "en");
  const ref = await visitor.makesOrder(usdtToPaypal);
  await page.getByRole("button", { name: "Russian" }).click();
  await expect(page).toHaveURL(new RegExp(`/Ru/order/${ref}$`));
  await expect(new Visitor(page, "ru").status("order:state.awaiting_payment.title")).toBeVisible();
});

test("the tracking form sends the link again, only to the order's own address", async ({ page, site }) => {
  const visitor = new Visitor(page, "en");
  const ref = await visitor.makesOrder(usdtToPaypal);
  const before = (await emails(site.origin, anna.email)).filter((email) => email.text.includes(ref)).length;
  for (const email of [anna.email, "stranger@mail.com"]) {
    await visitor.opens("/track");
    await page.getByLabel(visitor.say("track:ref")).fill(ref.toLowerCase());
    await page.getByLabel(visitor.say("track:email")).fill(email);
    await visitor.button("track:submit").click();
    await expect(page.getByText(visitor.say("track:sent"))).toBeVisible();
  }
  await expect
    .poll(async () => (await emails(site.origin, anna.email)).filter((email) => email.text.includes(ref)).length)
    .toBeGreaterThan(before);
  expect(await emails(site.origin, "stranger@mail.com")).toEqual([]);
});

type Email = { to: string; text: string; at: string };

async function emails(origin: string, to: string): Promise<Email[]> {
  const response = await fetch(`${origin}/api/v1/sandbox/letters?to=${encodeURIComponent(to)}`, {
    headers: { "client-id": "e2e" },
  });
  const { data }: { data: Email[] } = await response.json();
  return data;
}

async function linkFromMailbox(origin: string, ref: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const emailText = (await emails(origin, anna.email)).map((email) => email.text).find((text) => text.includes(ref));
    link = /https?:\/\/\S+\?t=[\w-]+/.exec(emailText ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

async function advanceClock(origin: string, seconds: number): Promise<void> {
  const response = await fetch(`${origin}/api/v1/sandbox/clock`, {
    method: "POST",
    headers: { "client-id": "e2e", "Content-Type": "application/json" },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  expect(response.status).toBe(200);
}
