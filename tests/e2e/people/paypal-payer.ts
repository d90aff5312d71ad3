import { readFileSync } from "node:fs";
import { anna } from "../../support/orders/example-customer.ts";
import { expect } from "../setup/expect.ts";
import { Visitor } from "./visitor.ts";

type Invoice = { back: string; choice: Record<string, string>; how: Record<string, string> };

const invoicePage = /\/api\/v1\/sandbox\/invoice\/INV2-/;

/** Pays a PayPal invoice, and acts as the payer, the seller and PayPal on the sandbox pages. */
export class PaypalPayer extends Visitor {
  /** From the product page to an order whose invoice awaits payment. */
  async asksForInvoice(amount = "100"): Promise<string> {
    await this.opens("/exchange/paypal-invoice");
    await this.page.getByLabel(this.say("calculator:sendCurrency")).selectOption("paypal-usd");
    await this.page.getByLabel(this.say("calculator:getCurrency")).selectOption("usdt-trc20");
    await this.page.getByLabel(this.say("calculator:send")).fill(this.typed(amount));
    await this.button("calculator:continue").click();
    await expect(this.page).toHaveURL(/\/order\/[0-9A-Z]{10}\/details$/);
    await this.page.getByLabel(this.say("details:payin.account.label")).fill(anna.paypal);
    await this.page.getByLabel(this.say("details:payout.account.address")).fill(anna.addresses["usdt-trc20"]);
    await this.page.getByLabel(this.say("details:email.label")).fill(anna.email);
    await this.button("details:submit").click();
    await expect(this.page).toHaveURL(/\/confirm$/);
    await expect(this.page.getByText(this.say("confirm:afterInvoice"))).toBeVisible();
    await this.confirms();
    await expect(this.status("order:state.awaiting_payment.title")).toBeVisible();
    return this.ref();
  }

  async opensInvoice(): Promise<void> {
    await this.page.getByRole("link", { name: this.say("order:pay.invoice") }).click();
    await expect(this.page).toHaveURL(invoicePage);
  }

  /** Presses a button of PayPal's page and stays there. */
  async atPaypal(choice: string): Promise<void> {
    await this.paypalButton(choice).click();
    await expect(this.page).toHaveURL(invoicePage);
  }

  /** By its label and the line below: several labels begin alike. */
  paypalButton(choice: string) {
    const { choice: labels, how } = this.paypal();
    const [label, line] = [labels[choice], how[choice]];
    if (label === undefined || line === undefined) throw new Error(`PayPal's page has no ${choice}`);
    const amount = /[\d.,\s]+USD/.source;
    return this.page.getByRole("button", { name: new RegExp(`^${label.replace("{amount}", amount)}\\s*${line}$`) });
  }

  async goesBack(): Promise<void> {
    await this.page.getByRole("link", { name: this.paypal().back }).click();
    await expect(this.page).toHaveURL(/\/order\/[0-9A-Z]{10}$/);
  }

  /** Opens the invoice, performs the action, and returns. */
  async pays(...choices: string[]): Promise<void> {
    await this.opensInvoice();
    for (const choice of choices) await this.atPaypal(choice);
    await this.goesBack();
  }

  private paypal(): Invoice {
    return JSON.parse(readFileSync(`upstream/shared/texts/${this.lang}.json`, "utf8")).sandbox.invoice;
  }
}
