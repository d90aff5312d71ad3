import { languageSettings } from "../../../contract/values/languages.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { PaypalPayer } from "../people/paypal-payer.ts";
import { type Lang, usdtToPaypal } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const fromPaypal = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
const settleMilliseconds = 14 * 86_400_000;
const place = (part: "payout" | "refund", value: "wallet" | "address") =>
  `input[name="${part}.wallet"][value="${value}"]`;

test("what PayPal pays for goes into the member's wallet, its date told before the choice", async ({
  page,
  site,
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.office.isFarFromMidnight();
  const credentials = await member.beginsSignedIn();
  await member.opens("/exchange/paypal-invoice?from=paypal-usd&to=usdt-trc20&amount=100");
  await member.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/details$/);
  const { data: order } = await member.office.call("exchangeTrack", { query: { ref: member.ref() }, ...credentials });
  const date = shownDate(Date.parse(order.server_time) + settleMilliseconds, lang);
  await expect(page.locator(place("payout", "address"))).toBeChecked();
  await expect(page.getByText(member.say("details:wallet.payout.settles", { date }))).toBeVisible();

  // A refused form keeps the choice, and needs no address.
  await page.locator(place("payout", "wallet")).check();
  await page.getByLabel(member.say("details:payin.account.label")).fill("no email");
  await member.button("details:submit").click();
  await expect(page.getByText(member.say("problems:field.email_format")).first()).toBeVisible();
  await expect(page.locator(place("payout", "wallet"))).toBeChecked();
  await expect(page.getByText(member.say("forms:missing.payoutAddress"))).toHaveCount(0);
  await page.getByLabel(member.say("details:payin.account.label")).fill(anna.paypal);
  await member.button("details:submit").click();

  await expect(page).toHaveURL(/\/confirm$/);
  const details = page.getByRole("region", { name: member.say("confirm:details") });
  await expect(details.getByText(member.say("confirm:wallet", { brand: "Kursa" }))).toBeVisible();
  await expect(details).toContainText(within(member.say("confirm:payoutSettles", { date })));
  await member.confirms();
  await member.sees("order:state.awaiting_payment.title");
  await expect(
    page.getByText(member.say(`order:summary.availableAfter_${lang === "ru" ? "many" : "other"}`)),
  ).toBeVisible();

  await new PaypalPayer(page, lang).pays("pay");
  await member.sees("order:state.completed.title");
  await expect(page.getByText(member.say("order:state.completed.settles", { settles: date }))).toBeVisible();
  await page.getByRole("link", { name: member.say("order:act.receipt") }).click();
  const paper = page.getByRole("article");
  await expect(paper).toContainText(within(member.say("receipt:details.wallet", { brand: "Kursa" })));
  await expect(paper).toContainText(within(member.say("receipt:details.availableFrom", { date })));
  await page.getByRole("link", { name: member.say("receipt:back") }).click();
  await page.getByRole("link", { name: member.say("order:outcome.openWallet") }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallets\/usdt-trc20$/);
  await expect(page.getByText(within(member.say("wallets:reason.settling"))).first()).toBeVisible();

  // The same exchange again goes to the same place.
  await member.opens(`/order/${order.ref}`);
  await member.button("order:act.repeat").click();
  await expect(page).toHaveURL(/\/confirm$/);
  await expect(page.getByText(member.say("confirm:wallet", { brand: "Kursa" }))).toBeVisible();
});

test("a refund goes into the wallet that was chosen for it", { tag: "@http" }, async ({ page, site, lang }) => {
  const member = new Member(page, lang, site);
  const credentials = await member.beginsSignedIn();
  await member.opens("/exchange/usdt-to-paypal");
  await member.asksFor(usdtToPaypal);
  await member.typesDetails(usdtToPaypal);
  await page.locator(place("refund", "wallet")).check();
  await member.button("details:submit").click();
  await expect(page.getByText(member.say("confirm:refundWalletHow"))).toBeVisible();
  await member.confirms();
  const ref = member.ref();
  await member.office.call("sandboxEvents", { body: { ref, event: "pay_partial" }, ...credentials });
  await member.sees("holds:amount_mismatch.order.restTitle");
  await member.opens(`/order/${ref}?ask=refund`);
  await expect(page.getByText(member.say("order:refund.wallet"))).toBeVisible();
  await page.locator('button[value="request_refund"]').click();
  await member.sees("order:state.refunded.title");
  await expect(
    page.getByText(member.say("order:state.refunded.next", { refundTo: "ваш кошелёк Kursa" })),
  ).toBeVisible();
});

test("nobody but the order's signed-in owner is offered a wallet", { tag: "@http" }, async ({ page, site, lang }) => {
  const office = new BackOffice(site);
  const draft = await office.draft(fromPaypal);
  await office.opens(page, lang, draft);
  const member = new Member(page, lang, site);
  await member.opens(`/order/${draft.ref}/details`);
  await expect(page.getByLabel(member.say("details:payout.account.address"))).toBeVisible();
  await expect(page.locator(place("payout", "wallet"))).toHaveCount(0);
  await member.beginsSignedIn();
  await member.opens(`/order/${draft.ref}/details`);
  await expect(page.getByLabel(member.say("details:payout.account.address"))).toBeVisible();
  await expect(page.locator(place("payout", "wallet"))).toHaveCount(0);
});

const within = (pattern: RegExp) => new RegExp(pattern.source.slice(1, -1));

const shownDate = (time: number, lang: Lang) =>
  new Intl.DateTimeFormat(languageSettings[lang].dates, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(time);
