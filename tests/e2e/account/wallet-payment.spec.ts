import { paypalAccount } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { usdtToPaypal } from "../people/visitor.ts";
import { isInBrowser } from "../setup/medium.ts";
import { expect, test } from "../setup/story.ts";

const overADaySeconds = 25 * 3600;

test("an order is paid from the wallet with the emailed code, and its payout to a new account waits a day", async ({
  page,
  site,
  lang,
}) => {
  test.slow();
  const payer = new Payer(page, lang, site);
  await payer.beginsWithMoney();
  await payer.drafts("500");
  await expect(page.getByText(payer.say("confirm:payWith.tooLittle")).first()).toBeVisible();
  await expect(payer.balance()).toHaveCount(0);

  await payer.drafts("60");
  await payer.balance().check();
  await expect(page.getByText(payer.say("confirm:payWith.balance.willSend", { email: payer.email }))).toBeVisible();
  await expect(page.getByText(payer.newAccount())).toBeVisible();
  await payer.consents();
  await payer.pay().click();
  await expect(page.getByText(payer.say("confirm:payWith.balance.sent", { email: payer.email }))).toBeVisible();
  await expect(payer.balance()).toBeChecked();

  const code = await payer.code("wallet_payment_code");
  await payer.proof().fill(code === "000000" ? "111111" : "000000");
  await payer.pay().click();
  await expect(page.getByText(payer.say("problems:code_invalid")).first()).toBeVisible();
  if (!isInBrowser(page)) await expect(payer.proof()).toHaveValue("");
  await payer.proof().fill(code);
  // Enter pays, and does not ask for another code.
  if (isInBrowser(page)) await page.keyboard.press("Enter");
  else await payer.pay().click();
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}$/);
  await payer.sees("holds:new_payout_account.order.title");
  const ref = payer.ref();
  await payer.seesOnTransactions("40.00");

  await payer.office.passes(overADaySeconds);
  if (!(await payer.isIn())) await payer.signsIn();
  await payer.opens(`/order/${ref}`);
  await payer.sees("order:state.completed.title");
});

test("to an account saved a day ago an order is paid out at once", async ({ page, site, lang }) => {
  const payer = new Payer(page, lang, site);
  const credentials = await payer.beginsWithMoney();
  await payer.savesAddress({ asset: "paypal-usd", label: "PayPal", account: paypalAccount }, credentials);
  await payer.office.passes(overADaySeconds);
  if (!(await payer.isIn())) await payer.signsIn();

  await payer.drafts("60");
  await payer.balance().check();
  await expect(page.getByText(payer.newAccount())).toHaveCount(0);
  await payer.consents();
  await payer.pay().click();
  await payer.proof().fill(await payer.code("wallet_payment_code"));
  await payer.pay().click();
  await expect(page).toHaveURL(/\/order\/[0-9A-Z]{10}$/);
  await payer.sees("order:state.completed.title");
});

class Payer extends Member {
  balance() {
    return this.page.locator('input[name="pay_with"][value="balance"]');
  }

  proof() {
    return this.field("confirm:payWith.balance.emailCode");
  }

  /** Its usual words come first where nothing hides them. */
  pay() {
    return this.page.getByRole("button", { name: new RegExp(this.say("confirm:submitWallet").source.slice(1)) });
  }

  /** A link follows the sentence. */
  newAccount(): RegExp {
    const { source } = this.say("confirm:payWith.balance.newAccount", { account: paypalAccount });
    return new RegExp(source.slice(0, -1));
  }

  override async consents(): Promise<void> {
    await this.pay().waitFor();
    for (const box of await this.page.getByRole("checkbox").all()) await box.check();
  }

  async drafts(amount: string): Promise<void> {
    await this.opens("/exchange/usdt-to-paypal");
    await this.asksFor({ ...usdtToPaypal, amount });
    await this.fillsDetails(usdtToPaypal);
  }

  async seesOnTransactions(left: string): Promise<void> {
    await this.opens("/dashboard/transactions?kind=orders");
    const type = this.page.getByText(this.say("wallets:type.order_payin"));
    await expect(type.filter({ visible: true }).first()).toBeVisible();
    await expect(this.page.getByText(this.typed(left)).filter({ visible: true }).first()).toBeVisible();
  }
}
