import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice } from "../people/back-office.ts";
import { type Product, Visitor } from "../people/visitor.ts";
import { expect } from "../setup/expect.ts";
import { PaypalDesk } from "./paypal-desk.ts";
import { test } from "./trial-site.ts";

const usdtToPaypal: Product = { page: "usdt-to-paypal", from: "usdt-erc20", to: "paypal-usd", amount: "100" };

test("USDT paid on a chain is paid out at PayPal by one person and confirmed by another", async ({
  page,
  trial,
  lang,
}) => {
  const [visitor, desk] = [new Visitor(page, lang), await PaypalDesk.of(trial)];
  const ref = await visitor.makesOrder(usdtToPaypal);
  const address = /0x[0-9a-fA-F]{40}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
  await trial.chain.payToken(trial.token, address, 100_000000n);
  const task = await desk.taskOf(ref, "pay");
  expect(task.account).toBe(anna.paypal);
  await visitor.sees("order:state.sending.title");

  await desk.pays(task);
  await visitor.sees("order:state.completed.title");
  await desk.as("anna", "ledger", "verify");
});

test("a PayPal invoice sent and seen paid by people is paid out in USDT on the chain", async ({
  page,
  trial,
  lang,
}) => {
  const [visitor, desk, office] = [new Visitor(page, lang), await PaypalDesk.of(trial), new BackOffice(trial.site)];
  await visitor.opens("/exchange/paypal-invoice");
  await visitor.page.getByLabel(visitor.say("calculator:sendCurrency")).selectOption("paypal-usd");
  await visitor.page.getByLabel(visitor.say("calculator:getCurrency")).selectOption("usdt-erc20");
  await visitor.page.getByLabel(visitor.say("calculator:send")).fill("50");
  await visitor.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/details$/);
  await page.getByLabel(visitor.say("details:payin.account.label")).fill(anna.paypal);
  await page.getByLabel(visitor.say("details:payout.account.address")).fill(anna.addresses["usdt-erc20"]);
  await page.getByLabel(visitor.say("details:email.label")).fill(anna.email);
  await visitor.button("details:submit").click();
  await expect(page).toHaveURL(/\/confirm$/);
  await visitor.confirms();
  await expect(visitor.status("order:hand.preparing")).toBeVisible();
  const ref = visitor.ref();

  const task = await desk.taskOf(ref, "invoice");
  expect(task.account).toBe(anna.paypal);
  const url = "https://www.sandbox.paypal.com/invoice/p/ABCDEFGHJK";
  await desk.sendsInvoice(task, url);
  await visitor.sees("order:state.awaiting_payment.title");
  const link = page.getByRole("link", { name: visitor.say("order:pay.invoice") });
  expect(await link.first().getAttribute("href")).toBe(url);

  const { confirm } = await desk.seesPayment(task, anna.paypal);
  const key = await office.keyOf(ref);
  await office.becomes(key, "confirming");
  await visitor.sees("order:hand.checking");
  await confirm();
  await visitor.sees("order:state.completed.title");
  expect(await trial.chain.balance(anna.addresses["usdt-erc20"], trial.token)).toBeGreaterThan(40_000000n);
  await desk.importsReport();
  await desk.as("anna", "reconcile");
  await desk.as("anna", "ledger", "verify");
});
