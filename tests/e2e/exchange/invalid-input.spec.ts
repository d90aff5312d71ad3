import { anna } from "../../support/orders/example-customer.ts";
import { siteText, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** The input and its error text. */
const amounts: Record<"en" | "ru", readonly (readonly [typed: string, sentence: string])[]> = {
  en: [
    ["", "calculator:problem.empty"],
    ["0", "calculator:problem.zero"],
    ["-5", "calculator:problem.negative"],
    ["1e9", "calculator:problem.exponent"],
    ["five hundred", "calculator:problem.letters"],
    ["1,5", "calculator:problem.ambiguous"],
    ["20.0000000000000000000000000000000000000001", "calculator:problem.decimals"],
    ["9".repeat(60), "calculator:problem.huge"],
    ["19.99", "calculator:problem.below_min"],
    ["5000.01", "calculator:problem.above_max"],
  ],
  ru: [
    ["", "calculator:problem.empty"],
    ["-5", "calculator:problem.negative"],
    ["пятьсот", "calculator:problem.letters"],
    ["1,234", "calculator:problem.ambiguous"],
    ["19,99", "calculator:problem.below_min"],
  ],
};

test("an invalid amount gets its message and stays as typed", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  for (const [typed, sentence] of amounts[lang]) {
    await visitor.opens("/exchange/usdt-to-paypal");
    const send = page.getByLabel(visitor.say("calculator:send"));
    await send.fill(typed);
    await visitor.button("calculator:continue").click();
    await expect(page.getByText(visitor.say(sentence)).first(), typed).toBeVisible();
    await expect(send, typed).toHaveValue(typed);
    await expect(page, typed).toHaveURL(/\/exchange\/usdt-to-paypal/);
  }
});

test("one press applies the nearest limit", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  const send = page.getByLabel(visitor.say("calculator:send"));
  await send.fill("6");
  await visitor.button("calculator:continue").click();
  await page
    .getByRole("button", { name: visitor.say("calculator:take") })
    .or(page.getByRole("link", { name: visitor.say("calculator:take") }))
    .first()
    .click();
  await expect(send).toHaveValue(/^20/);
  await visitor.button("calculator:continue").click();
  await expect(page).toHaveURL(/\/details$/);
});

test("invalid details get messages beside their fields and are kept", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  const paypal = page.getByLabel(visitor.say("details:payout.account.paypal"));
  const refund = page.getByLabel(visitor.say("details:refund.account.label"));
  const cases = [
    [anna.addresses["usdt-trc20"].replace("KcbL", "KcbM"), "problems:field.address_checksum"],
    ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "problems:field.address_network"],
    ["hello", "problems:field.address_format"],
    ["", "problems:required.refund_address"],
  ] as const;
  for (const [typed, sentence] of cases) {
    await paypal.fill("anna.ivanova");
    await refund.fill(typed);
    await visitor.button("details:submit").click();
    await expect(page.getByText(visitor.say(sentence)).first(), typed).toBeVisible();
    await expect(page.getByText(visitor.say("problems:field.email_format")).first()).toBeVisible();
    await expect(paypal).toHaveValue("anna.ivanova");
    await expect(refund).toHaveValue(typed);
  }
  // The summary asks for an empty field in the words beside it, and links to it.
  await paypal.fill("");
  await visitor.button("details:submit").click();
  const link = page.getByRole("link", { name: visitor.say("problems:required.paypal"), exact: true });
  await expect(link).toHaveAttribute("href", "#payout.account");
  await visitor.fillsDetails(usdtToPaypal);
});

test("a missing consent is named", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.button("confirm:submit").click();
  await expect(page.getByText(visitor.say("problems:field.must_accept")).first()).toBeVisible();
  await visitor.confirms();
});

test("an expired quote shows the new one, and one press accepts it", async ({ page, site, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.consents();
  await fetch(`${site.origin}/api/v1/sandbox/clock`, {
    method: "POST",
    headers: { "client-id": "e2e", "Content-Type": "application/json" },
    body: JSON.stringify({ advance_seconds: 16 * 60 }),
  });
  await page
    .getByRole("button", { name: visitor.say("confirm:submit") })
    .or(visitor.button("confirm:seeNew"))
    .first()
    .click();
  await expect(visitor.button("confirm:submitNew")).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await visitor.button("confirm:submitNew").click();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
});

test("an unknown promo code gets its message and does not change the price", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await page.getByText(visitor.say("calculator:promo.have")).click();
  await page.getByLabel(visitor.say("calculator:promo.label")).fill("NOSUCHCODE");
  await visitor.button("calculator:promo.apply").click();
  const [unknown, without] = ["problem.unknown", "without"].map(
    (key) => siteText(lang, `calculator:promo.${key}`).source,
  );
  const sentences = new RegExp(`${unknown?.slice(0, -1)} ${without?.slice(1)}`);
  await expect(page.getByText(sentences).first()).toBeVisible();
  await expect(page.getByLabel(visitor.say("calculator:promo.label"))).toHaveValue("NOSUCHCODE");
});
