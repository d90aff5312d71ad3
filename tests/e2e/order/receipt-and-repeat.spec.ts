import { shownRef } from "../../../contract/order/order-number.ts";
import { verified } from "../../../docs/verify-receipt.mjs";
import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice, withReason } from "../people/back-office.ts";
import { prefix, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const pair = "usdt-trc20_paypal-usd";

test("a paid order has a receipt with amounts and full transaction ids", async ({ page, site, lang }) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const orderKey = await office.order();
  await office.opens(page, lang, orderKey);
  for (const name of ["order:help.receipt", "order:act.receipt"])
    await expect(page.getByRole("link", { name: visitor.say(name) })).toHaveCount(0);
  await office.plays(orderKey, "pay_exact");
  const order = await office.becomes(orderKey, "completed");

  await page.reload();
  await page.getByRole("link", { name: visitor.say("order:act.receipt") }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix(lang)}/order/${orderKey.ref}/receipt$`));
  const paper = page.getByRole("article");
  await expect(paper.getByRole("heading", { level: 1 })).toHaveText(visitor.say("receipt:title"));
  for (const tx of [...order.payin.txs, ...order.payout.txs])
    await expect(paper).toContainText(tx.id ?? "named by its rail");
  for (const detail of [anna.paypal, anna.name, anna.email, anna.addresses["usdt-trc20"], order.payin.address ?? "-"])
    await expect(paper).toContainText(detail);
  const sent = visitor.typed(order.to.sent);
  await expect(paper.getByText(`+${sent}`)).toHaveCount(1);
  await expect(paper.getByText(`−${sent}`)).toHaveCount(1);
  await expect(paper.getByRole("link", { name: visitor.say("receipt:signed") })).toHaveCount(1);
  const [signed, keys] = await Promise.all(
    [`${prefix(lang)}/order/${orderKey.ref}/receipt.json`, "/.well-known/exchange-keys.json"].map(async (address) =>
      (await page.request.get(`${site.origin}${address}`)).text(),
    ),
  );
  expect(verified(signed ?? "", JSON.parse(keys ?? ""))).toMatchObject({ order: orderKey.ref, status: "completed" });
  await paper.getByRole("link", { name: visitor.say("receipt:back") }).click();
  await expect(visitor.status("order:state.completed.title")).toBeVisible();
});

test("the paper's check code is answered with what it says, to somebody without the order", async ({
  page,
  site,
  lang,
  newBrowser,
}) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const orderKey = await office.order();
  await office.plays(orderKey, "pay_exact");
  const order = await office.becomes(orderKey, "completed");
  await office.opens(page, lang, orderKey);
  await page.goto(`${site.origin}${prefix(lang)}/order/${orderKey.ref}/receipt`);
  await expect(page.getByRole("img", { name: visitor.say("receipt:check.qr") })).toBeVisible();
  const code = /(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/.exec(await page.getByRole("article").innerText())?.[0] ?? "";

  const stranger = await newBrowser();
  const reader = new Visitor(stranger, lang);
  await stranger.goto(`${prefix(lang)}/verify?receipt=${code}`);
  await expect(stranger.getByLabel(reader.say("verify:label"))).toHaveValue(code);
  await reader.button("verify:submit").click();
  await expect(stranger.getByRole("heading", { level: 3, name: reader.say("verify:verdict.ours") })).toBeVisible();
  const main = stranger.locator("main");
  for (const fact of [shownRef(orderKey.ref), reader.typed(order.to.sent)]) await expect(main).toContainText(fact);
  await expect(main.getByText(reader.say("order:status.completed"))).toHaveCount(1);
  for (const secret of [anna.paypal, anna.name, anna.email, anna.addresses["usdt-trc20"], order.payin.address ?? "-"])
    await expect(main).not.toContainText(secret);
  await stranger.getByLabel(reader.say("verify:label")).fill(code.replace(/.$/, code.endsWith("7") ? "8" : "7"));
  await reader.button("verify:submit").click();
  await expect(main.getByText(reader.say("verify:reason.outdated"))).toHaveCount(1);
});

test("the first link of the last email opens the receipt, without a sign-in", async ({ page, site }) => {
  const office = new BackOffice(site);
  // An email is in the language of its order.
  const visitor = new Visitor(page, "en");
  const orderKey = await office.order();
  await office.plays(orderKey, "pay_exact");
  await office.becomes(orderKey, "completed");
  await page.goto(`${site.origin}${await office.emailedLink(orderKey.ref, anna.email, "/receipt")}`);
  await expect(page).toHaveURL(new RegExp(`/order/${orderKey.ref}/receipt$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(visitor.say("receipt:title"));
});

test("one press repeats an order with its details, and no address contains them", async ({ page, site, lang }) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const orderKey = await office.order({ from: "usdt-trc20", to: "paypal-usd", amount: "123.45" });
  await office.cancels(orderKey);
  await office.opens(page, lang, orderKey);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await visitor.button("order:act.again").click();

  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}\/confirm$/);
  expect(visitor.ref()).not.toBe(orderKey.ref);
  for (const detail of [anna.paypal, anna.name, anna.email, visitor.typed("123.45")])
    await expect(page.locator("main")).toContainText(detail);
  for (const secret of [anna.paypal, anna.email, anna.addresses["usdt-trc20"], orderKey.token])
    for (const address of addresses) expect(decodeURIComponent(address)).not.toContain(secret);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});

test("an order that cannot be repeated unchanged leads to the calculator with the reason", { tag: "@http" }, async ({
  page,
  site,
  lang,
}) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const orderKey = await office.order({ from: "usdt-trc20", to: "paypal-usd", amount: "30" });
  await office.cancels(orderKey);
  await office.operator("pairs set", { pair, min_from: "40", ...withReason });
  await office.opens(page, lang, orderKey);
  await visitor.button("order:act.again").click();
  await expect(page.getByText(visitor.say("exchange:repeat.below_min"))).toBeVisible();
  await expect(page.getByLabel(visitor.say("calculator:send"))).toHaveValue("40");
  await office.operator("pairs set", { pair, min_from: "20", ...withReason });

  await office.operator("pairs pause", { pair, ...withReason });
  await office.opens(page, lang, orderKey);
  await visitor.button("order:act.again").click();
  await expect(page.getByText(visitor.say("exchange:repeat.pair_paused"))).toBeVisible();
  await office.operator("pairs resume", { pair, ...withReason });
});

test("the link is sent again to the order's email, which stays masked", async ({ page, site, lang }) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const orderKey = await office.order();
  await office.opens(page, lang, orderKey);
  await visitor.button("order:link.send").click();
  const notice = page.getByText(visitor.say("order:link.sent", { email: "a***@example.com" }));
  await expect(notice).toBeVisible();
  await expect.poll(async () => await office.emails(orderKey.ref)).toContain("link");
});

test("the receipt and the repeat form need the order's cookie", { tag: "@http" }, async ({
  page,
  site,
  newBrowser,
}) => {
  const orderKey = await new BackOffice(site).order();
  await new BackOffice(site).opens(page, "en", orderKey);
  const mine = await page.request.get(`${site.origin}/En/order/${orderKey.ref}/receipt`);
  expect({ status: mine.status(), cache: mine.headers()["cache-control"] }).toEqual({
    status: 200,
    cache: "private, no-store",
  });
  const stranger = (await newBrowser()).context();
  for (const ref of [orderKey.ref, "0000000000"]) {
    const receipt = await stranger.request.get(`${site.origin}/En/order/${ref}/receipt`);
    const headers = { Origin: site.origin };
    const repeated = await stranger.request.post(`${site.origin}/En/order/${ref}/repeat`, { headers, form: {} });
    expect([receipt.status(), repeated.status()]).toEqual([404, 404]);
  }
});
