import type { Site } from "../../support/site/site.ts";
import type { SitePage } from "../../support/site-page.ts";
import { BackOffice } from "../people/back-office.ts";
import { PaypalPayer } from "../people/paypal-payer.ts";
import type { Lang } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const start = ["created_invoice"];
const hours = 3600;

test.describe("a PayPal invoice", () => {
  /**
   * An outdated email is not sent. Here the payout follows a payment at once, so the email about the payment may be
   * skipped; tests/api, where jobs run sequentially, checks their order.
   */
  async function hasSent(office: BackOffice, ref: string, emails: string[]): Promise<void> {
    const lasting = (kinds: string[]) =>
      kinds.filter((kind, at) => !(kind === "paid" && kinds.includes("completed", at)));
    await expect.poll(async () => lasting(await office.emails(ref))).toEqual(lasting([...start, ...emails]));
  }

  /** An order whose invoice awaits payment, with its first email sent. */
  async function invoiced(page: SitePage, site: Site, lang: Lang) {
    const [payer, office] = [new PaypalPayer(page, lang), new BackOffice(site)];
    const ref = await payer.asksForInvoice();
    await hasSent(office, ref, []);
    return { payer, office, ref };
  }

  /** Every story ends with all its emails and a consistent ledger. */
  async function endsWith(office: BackOffice, ref: string, emails: string[]): Promise<void> {
    await hasSent(office, ref, emails);
    await office.operator("ledger verify");
  }

  test("is where the calculator's swap leads to, and back", async ({ page, lang }) => {
    const payer = new PaypalPayer(page, lang);
    await payer.opens("");
    await page.getByRole("link", { name: payer.say("calculator:swap") }).click();
    await expect(page).toHaveURL(/\/exchange\/paypal-invoice\?from=paypal-usd&to=usdt-trc20/);
    await expect(
      page.getByRole("heading", { level: 1, name: payer.say("exchange:paypal-invoice.title") }),
    ).toBeVisible();
    await expect(page.getByLabel(payer.say("calculator:sendCurrency"))).toHaveValue("paypal-usd");
    await page.getByRole("link", { name: payer.say("calculator:swap") }).click();
    await expect(page).toHaveURL(/\/exchange\/usdt-to-paypal\?from=usdt-trc20&to=paypal-usd/);
    await expect(page.getByLabel(payer.say("calculator:getCurrency"))).toHaveValue("paypal-usd");
  });

  test("is paid at once and completes", async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await expect(page.getByText(payer.say("order:pay.rateHeld"))).toBeVisible();
    await expect(page.getByText(payer.say("order:pay.invoiceOpen"))).toBeVisible();
    await payer.pays("pay");
    await payer.sees("order:state.completed.title");
    await endsWith(office, ref, ["paid", "completed"]);
  });

  test("is paid in two parts and completes", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.pays("part");
    await payer.sees("holds:amount_mismatch.order.restTitle");
    await hasSent(office, ref, ["on_hold"]);
    await expect(page.getByText(payer.say("order:pay.invoiceRest"))).toBeVisible();
    // A refund at PayPal has no fee, so no row shows zero.
    await expect(page.getByText(payer.say("order:choice.networkFee"), { exact: true })).toHaveCount(0);
    await payer.pays("pay");
    await payer.sees("order:state.completed.title");
    await endsWith(office, ref, ["on_hold", "paid", "completed"]);
  });

  test("is marked as paid by the seller and completes", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.pays("mark");
    await payer.sees("order:state.completed.title");
    await endsWith(office, ref, ["paid", "completed"]);
  });

  test("is paid from a bank account after a failed debit", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.opensInvoice();
    const invoice = page.url();
    await payer.atPaypal("bank");
    await payer.goesBack();
    await payer.sees("order:state.confirming.title");
    await expect(page.getByText(payer.say("order:state.confirming.invoice"))).toBeVisible();
    await expect(page.getByText(payer.say("order:timeline.now.clearing"))).toBeVisible();
    await hasSent(office, ref, ["payment_seen"]);
    await page.goto(invoice);
    await payer.atPaypal("fails");
    await payer.goesBack();
    await payer.sees("order:state.awaiting_payment.title");
    await expect(page.getByText(payer.say("order:state.awaiting_payment.invoiceFailed"))).toBeVisible();
    await expect(page.getByText(payer.say("order:progress.status.fell_through"))).toBeVisible();
    await hasSent(office, ref, ["payment_seen", "payment_gone"]);
    await page.goto(invoice);
    await payer.atPaypal("bank");
    await hasSent(office, ref, ["payment_seen", "payment_gone", "payment_seen"]);
    await payer.atPaypal("clears");
    await payer.goesBack();
    await payer.sees("order:state.completed.title");
    await endsWith(office, ref, ["payment_seen", "payment_gone", "payment_seen", "paid", "completed"]);
  });

  test("is declined by its payer and cancelled", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.pays("decline");
    await payer.sees("order:state.cancelled.title");
    await endsWith(office, ref, ["cancelled"]);
  });

  test("is cancelled, paid nevertheless, and refunded", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.opensInvoice();
    const invoice = page.url();
    await payer.goesBack();
    await page.getByText(payer.say("order:act.cancel"), { exact: true }).click();
    await payer.button("order:act.cancelSure").click();
    await payer.sees("order:state.cancelled.title");
    await expect(page.getByText(payer.say("order:state.cancelled.invoice"))).toBeVisible();
    await hasSent(office, ref, ["cancelled"]);
    await page.goto(invoice);
    await expect(payer.paypalButton("pay")).toHaveCount(0);
    await payer.goesBack();
    // The payment was already pending when we cancelled.
    await payer.button("order:sandbox.pay_late").click();
    await payer.sees("holds:late_payment.order.title");
    await hasSent(office, ref, ["cancelled", "on_hold"]);
    await page.getByRole("link", { name: payer.say("order:choice.refundAmount") }).click();
    await page.locator("button[value=request_refund]").click();
    await payer.sees("order:state.refunded.title");
    await endsWith(office, ref, ["cancelled", "on_hold", "refunded"]);
  });

  test("is refunded at PayPal in two parts", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.opensInvoice();
    const invoice = page.url();
    await payer.atPaypal("part");
    await hasSent(office, ref, ["on_hold"]);
    await payer.atPaypal("refund_part");
    await payer.goesBack();
    await payer.sees("holds:manual_review.order.title");
    await hasSent(office, ref, ["on_hold", "on_hold"]);
    await page.goto(invoice);
    await payer.atPaypal("refund_all");
    await payer.goesBack();
    await payer.sees("order:state.refunded.title");
    await endsWith(office, ref, ["on_hold", "on_hold", "refunded"]);
  });

  test("is charged back after the payout", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.opensInvoice();
    const invoice = page.url();
    await payer.atPaypal("pay");
    await payer.goesBack();
    await payer.sees("order:state.completed.title");
    await hasSent(office, ref, ["paid", "completed"]);
    await page.goto(invoice);
    await payer.atPaypal("dispute");
    await payer.goesBack();
    await payer.sees("order:state.disputed.title");
    await hasSent(office, ref, ["paid", "completed", "dispute_opened"]);
    await page.goto(invoice);
    await payer.atPaypal("seller_yields");
    await payer.goesBack();
    await payer.sees("order:state.charged_back.title");
    await endsWith(office, ref, ["paid", "completed", "dispute_opened", "charged_back"]);
  });

  test("is disputed before the payout: a won dispute continues the order, a lost one ends it", {
    tag: "@http",
  }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await payer.opensInvoice();
    const invoice = page.url();
    await payer.atPaypal("part");
    await hasSent(office, ref, ["on_hold"]);
    await payer.atPaypal("dispute");
    await payer.goesBack();
    await payer.sees("holds:dispute.order.title");
    await hasSent(office, ref, ["on_hold", "on_hold"]);
    await page.goto(invoice);
    await payer.atPaypal("seller_wins");
    await payer.goesBack();
    await payer.sees("holds:amount_mismatch.order.restTitle");
    await hasSent(office, ref, ["on_hold", "on_hold", "on_hold"]);
    await page.goto(invoice);
    await payer.atPaypal("dispute");
    await hasSent(office, ref, ["on_hold", "on_hold", "on_hold", "on_hold"]);
    await payer.atPaypal("seller_yields");
    await payer.goesBack();
    await payer.sees("order:state.charged_back.title");
    await endsWith(office, ref, ["on_hold", "on_hold", "on_hold", "on_hold", "charged_back"]);
  });

  test("is not paid within 24 hours and expires", { tag: "@http" }, async ({ page, site, lang }) => {
    const { payer, office, ref } = await invoiced(page, site, lang);
    await office.passes(hours);
    await page.reload();
    await expect(page.getByText(payer.say("order:pay.rateOver"))).toBeVisible();
    await expect(page.getByText(payer.say("order:state.awaiting_payment.invoiceLater"))).toBeVisible();
    await office.passes(2 * hours);
    await page.reload();
    await expect(page.getByText(payer.say("order:state.awaiting_payment.invoiceLate"))).toBeVisible();
    await office.passes(21 * hours);
    await payer.sees("order:state.expired.title");
    await endsWith(office, ref, ["expired"]);
  });
});
