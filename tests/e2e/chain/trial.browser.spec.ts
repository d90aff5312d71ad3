import { z } from "zod/v4";
import { formatPercent } from "../../../app/i18n/format.ts";
import { secondsBetweenBlocks } from "../../../scripts/trial/start-trial.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { BackOffice } from "../people/back-office.ts";
import { Member } from "../people/member.ts";
import { type Product, Visitor } from "../people/visitor.ts";
import { expect } from "../setup/expect.ts";
import { PaypalDesk } from "./paypal-desk.ts";
import { test } from "./trial-site.ts";

const calculator = "/exchange/usdt-to-paypal?from=usdt-erc20&to=paypal-usd&amount=100&side=from";
/** How often a source is asked. */
const periodSeconds = 15;
const rateList = z.object({
  data: z.object({ pairs: z.array(z.object({ pair: z.string(), paused: z.string().nullish() })) }),
});
const receiver = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const depositPage = "/dashboard/wallets/deposit?asset=usdt-erc20";
const overADaySeconds = 25 * 3600;
const usdtToPaypal: Product = { page: "usdt-to-paypal", from: "usdt-erc20", to: "paypal-usd", amount: "100" };

/** Both visitors use one trial, whose start takes some forty operator commands: by projects, each would have its own. */
const visitors = [
  { medium: "browser", lang: "en" },
  { medium: "http", lang: "ru" },
] as const;

/** Those who exchange: in both languages, with scripts and without. The report and the books are compared with `visitors`. */
const customers = [
  { medium: "browser", lang: "ru", isCompared: false },
  { medium: "http", lang: "en", isCompared: false },
  ...visitors.map((visitor) => ({ ...visitor, isCompared: true })),
] as const;

for (const { medium, lang: language } of visitors) {
  test.describe(`a visitor by ${medium}, in ${language}`, () => {
    test.use({ medium, lang: language });

    test("pages have prices of local tickers; a pair pauses while they disagree, and opens by itself", async ({
      page,
      trial,
      lang,
    }) => {
      const [visitor, desk, office] = [new Visitor(page, lang), await PaypalDesk.of(trial), new BackOffice(trial.site)];
      await visitor.opens("");
      const sources = visitor.say("home:rates.from.both", { source: "Kraken, Coinbase, Binance" });
      expect(await page.getByText(sources).first().textContent()).toMatch(/\d\d:\d\d/);
      // 300 basis points of margin and 50 of service fee: 1 - 0.97 x 0.995.
      const cost = visitor.say("summary:market", { percent: formatPercent(lang, "3.5") });
      await visitor.opens(calculator);
      await expect(page.getByText(cost).filter({ visible: true })).toHaveCount(1);

      trial.tickers.set("coinbase", "USDT", "0.95");
      await office.passes(periodSeconds);
      const paused = visitor.say("calculator:problem.paused");
      await expect(async () => {
        await visitor.opens(calculator);
        expect(await page.getByText(paused).count()).toBeGreaterThan(0);
      }).toPass({ intervals: [250] });
      await expect(page.getByText(cost)).toHaveCount(0);
      const reasons = await pauseReasons(desk);
      expect(reasons.get("usdt-erc20_paypal-usd")).toMatch(/^spread: /);
      // Two of its three sources are in dollars; the third one quotes in USDT.
      expect(reasons.get("eth_paypal-usd")).toBeNull();

      trial.tickers.set("coinbase", "USDT", null);
      await office.passes(periodSeconds);
      await expect(async () => {
        await visitor.opens(calculator);
        expect(await page.getByText(cost).count()).toBeGreaterThan(0);
      }).toPass({ intervals: [250] });
      await expect(page.getByText(paused)).toHaveCount(0);
    });

    test("a member's deposit on a real chain is counted and credited, and a withdrawal arrives there", async ({
      page,
      site,
      trial: { chain, token },
      lang,
    }) => {
      const member = new Member(page, lang, site);
      const before = await chain.balance(receiver, token);
      await member.beginsSignedIn();
      await member.opens(depositPage);
      await member.button("wallets:deposit.open").click();
      const only = member.say("wallets:deposit.only", { symbol: "USDT", network: "ERC20" });
      await expect(page.getByText(only)).toBeVisible();
      const address = /0x[0-9a-fA-F]{40}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
      await expect(member.button("wallets:sandbox.pay")).toHaveCount(0);
      // No block comes by itself until the page has been read: on a busy machine the deposit would be credited by then.
      await chain.rpc("evm_setIntervalMining", [0]);
      await chain.payToken(token, address, 100_000000n);
      await chain.mine();
      const counted = member.say("wallets:confirmations", { required: "3" });
      await seesText(member, depositPage, counted);
      await chain.rpc("evm_setIntervalMining", [secondsBetweenBlocks]);
      await seesText(member, depositPage, member.say("wallets:deposits.earlier"));

      await member.opens("/dashboard/withdrawals/new?asset=usdt-erc20");
      await member.field("withdrawals:new.to").fill(receiver);
      await member.field("withdrawals:new.amount").fill("60");
      await member.button("withdrawals:new.submit").first().click();
      await expect(
        page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") }),
      ).toBeVisible();
      await member.field("withdrawals:confirm.email").fill(await member.code("withdrawal_code"));
      await page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
      const waiting = page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.cooling_off") });
      await expect(waiting).toBeVisible();
      const withdrawalPath = new URL(page.url()).pathname;

      await member.office.passes(overADaySeconds);
      if (!(await member.isIn())) await member.beginsAgain();
      await expect(async () => {
        await page.goto(withdrawalPath);
        const completed = page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.completed") });
        expect(await completed.count()).toBe(1);
      }).toPass({ intervals: [200, 500] });
      // What was asked for, less the fee.
      expect(await chain.balance(receiver, token)).toBe(before + 59_000000n);
    });
  });
}

for (const { medium, lang: language, isCompared } of customers) {
  test.describe(`a customer by ${medium}, in ${language}`, () => {
    test.use({ medium, lang: language });

    test("USDT paid on a chain is paid out at PayPal by one person and confirmed by another", async ({
      page,
      trial,
      lang,
    }) => {
      const [visitor, desk] = [new Visitor(page, lang), await PaypalDesk.of(trial)];
      const ref = await visitor.makesOrder(usdtToPaypal);
      const address = /0x[0-9a-fA-F]{40}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
      await trial.chain.payToken(trial.token, address, 100_000000n);
      await visitor.sees("order:waits.payoutTitle");
      const task = await desk.taskOf(ref, "pay");
      expect(task.account).toBe(anna.paypal);

      await desk.pays(task);
      await visitor.sees("order:state.completed.title");
      if (isCompared) await desk.as("anna", "ledger", "verify");
    });

    test("a PayPal invoice sent and seen paid by people is paid out in USDT on the chain", async ({
      page,
      trial,
      lang,
    }) => {
      const [visitor, desk, office] = [new Visitor(page, lang), await PaypalDesk.of(trial), new BackOffice(trial.site)];
      const balance = () => trial.chain.balance(anna.addresses["usdt-erc20"], trial.token);
      const before = await balance();
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
      const url = `https://www.sandbox.paypal.com/invoice/p/${ref}`;
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
      expect((await balance()) - before).toBeGreaterThan(40_000000n);
      if (!isCompared) return;
      await desk.importsReport();
      await desk.as("anna", "reconcile");
      await desk.as("anna", "ledger", "verify");
    });
  });
}

/** As an operator reads them. */
async function pauseReasons(desk: PaypalDesk): Promise<Map<string, string | null | undefined>> {
  const { pairs } = rateList.parse(JSON.parse(await desk.as("anna", "--json", "rates", "list"))).data;
  return new Map(pairs.map(({ pair, paused }) => [pair, paused]));
}

/** Reloads until a block has been read. */
async function seesText(member: Member, path: string, text: RegExp): Promise<void> {
  await expect(async () => {
    await member.opens(path);
    expect(await member.page.getByText(text).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [200, 500] });
}
