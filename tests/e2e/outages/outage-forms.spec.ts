import { z } from "zod/v4";
import { anna } from "../../support/orders/example-customer.ts";
import { type Fault, faults } from "../../support/site/chaos-proxy.ts";
import type { SitePage } from "../../support/site-page.ts";
import { type BackOffice, reserveRows } from "../people/back-office.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, honest, recovered, test } from "./outage-site.ts";

type Press = {
  fills: () => Promise<void>;
  button: string;
  /** The input by field name. */
  fields: Record<string, string>;
  /** Where the submit leads when it succeeds. */
  arrives: () => Promise<void>;
};

const reserve = { pair: "usdt-trc20_paypal-usd", amount: "100000" };

/** The others differ for the site's server only. */
const inBrowser: ReadonlySet<Fault> = new Set(["down"]);

/** To a form a stalled answer is a hanging one: the time is up. `outage-pages` sends every form with both. */
for (const fault of faults.filter((fault) => fault !== "stalled")) {
  test(`with the service ${fault}, each form explains the outage, keeps its input and succeeds on retry`, {
    tag: inBrowser.has(fault) ? [] : "@http",
  }, async ({ page, site, behind: { chaos, office }, lang }) => {
    test.setTimeout(150_000);
    const visitor = new Visitor(page, lang);
    const failsThenSucceeds = async (press: Press) => {
      await press.fills();
      await chaos.break(fault);
      const succeeded = await submitsDuringOutage(visitor, press, fault);
      await chaos.break(null);
      await recovered(site);
      if (succeeded) await reloadsAndContinues(visitor, press);
      else await submitsUntilAccepted(visitor, press);
    };
    await chaos.break(null);
    await recovered(site);
    const before = await openOrders(office);

    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd");
    await failsThenSucceeds({
      fills: () => page.getByLabel(visitor.say("calculator:send")).fill(visitor.typed("321.5")),
      button: "calculator:continue",
      fields: { from: "usdt-trc20", from_amount: visitor.typed("321.5") },
      arrives: () => expect(page).toHaveURL(/\/details$/),
    });
    await failsThenSucceeds({
      fills: () => visitor.typesDetails(usdtToPaypal),
      button: "details:submit",
      fields: { "payout.account": anna.paypal, "payout.extra.full_name": anna.name, email: anna.email },
      arrives: () => expect(page).toHaveURL(/\/confirm$/),
    });
    await failsThenSucceeds({
      fills: () => visitor.consents(),
      button: "confirm:submit",
      fields: { terms: "on" },
      arrives: () => expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible(),
    });
    await expectOneMore(office, before);
    const ref = visitor.ref();

    await visitor.opens("/track");
    await failsThenSucceeds({
      fills: async () => {
        await page.getByLabel(visitor.say("track:ref")).fill(ref);
        await page.getByLabel(visitor.say("track:email")).fill(anna.email);
      },
      button: "track:submit",
      fields: { ref, email: anna.email },
      arrives: () => expect(page.getByText(visitor.say("track:sent"))).toBeVisible(),
    });
    await visitor.opens(`/reserve-request?${new URLSearchParams(reserve)}`);
    await failsThenSucceeds({
      fills: () => page.getByLabel(visitor.say("reserve:email")).fill(anna.email),
      button: "reserve:submit",
      fields: { ...reserve, email: anna.email },
      arrives: () =>
        expect(page.getByText(visitor.say(`reserve:accepted_${lang === "ru" ? "many" : "other"}`))).toBeVisible(),
    });
  });
}

test("an order submitted again after a lost answer is one order with one hold", async ({
  page,
  site,
  behind: { chaos, office },
}) => {
  await chaos.break(null);
  await recovered(site);
  const before = await openOrders(office);
  const visitor = new Visitor(page, "en");
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.consents();
  // The service does it, but the connection breaks before its response is complete, at each attempt.
  await chaos.break("reset", /exchange\/execute/);
  const callsBefore = chaos.callCount(/exchange\/execute/);
  await visitor.button("confirm:submit").click();
  // Without scripts the next page reads the order itself, and finds it created.
  const notice = page.getByText(visitor.say("problems:upstream_unavailable")).first();
  const createdStatus = visitor.status("order:state.awaiting_payment.title");
  await expect(notice.or(createdStatus)).toBeVisible();
  expect(chaos.callCount(/exchange\/execute/)).toBeGreaterThan(callsBefore);
  await expectOneMore(office, before);
  await chaos.break(null);
  await recovered(site);
  if (await createdStatus.isVisible()) await page.goBack();
  const arrives = () => expect(createdStatus).toBeVisible();
  await submitsUntilAccepted(visitor, { button: "confirm:submit", arrives });
  await expectOneMore(office, before);
  await office.operator("ledger verify");
});

/** Submits while the service is broken. Returns whether it succeeded anyway. */
async function submitsDuringOutage(visitor: Visitor, press: Press, fault: Fault): Promise<boolean> {
  const { page, lang } = visitor;
  let status: number | undefined;
  page.on("response", (response) => {
    if (response.request().method() === "POST") status = response.status();
  });
  await buttonOf(visitor, press).click();
  await expect.poll(() => status).toBeDefined();
  if (fault === "flapping" && Number(status) < 400) return true;
  expect(honest[fault], `${press.button} was answered ${status}`).toContain(status);
  const problem = fault === "busy" ? "too_many_requests" : "upstream_unavailable";
  await expect(page.getByText(visitor.say(`problems:${problem}`)).first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The page that shows the form again may have failed as well: then it is loaded again, and the form filled again.
  if (fault === "flapping" && !(await buttonOf(visitor, press).isVisible())) return true;
  for (const [name, value] of Object.entries(press.fields)) await keeps(page, name, value);
  return false;
}

/** A busy machine may need a second submit, with the same effect. */
async function submitsUntilAccepted(visitor: Visitor, press: Pick<Press, "button" | "arrives">): Promise<void> {
  const button = buttonOf(visitor, press);
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await press.arrives();
  }).toPass();
}

/** The submit may have succeeded although the next page failed: reloading shows the state or asks again. */
async function reloadsAndContinues(visitor: Visitor, press: Press): Promise<void> {
  const { page } = visitor;
  await expect(async () => {
    await page.goto(page.url());
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: visitor.say("errors:tryAgain") })).toHaveCount(0);
  }).toPass();
  const isThere = await press.arrives().then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await press.fills();
  await buttonOf(visitor, press).click();
  await press.arrives();
}

/** In its field, or in the form that can be submitted again. */
async function keeps(page: SitePage, name: string, value: string): Promise<void> {
  const field = page.locator(`main [name="${name}"]`).first();
  await expect(field, name).toHaveValue(value);
  if ((await field.getAttribute("type")) === "checkbox") await expect(field, name).toBeChecked();
}

const buttonOf = (visitor: Visitor, { button }: Pick<Press, "button">) =>
  visitor.button(button).or(visitor.button("forms:again"));

type OpenOrders = { orders: number; promisedCents: bigint };

/** The orders awaiting payment, and their holds on the reserve. */
async function openOrders(office: BackOffice): Promise<OpenOrders & { lastCents: bigint }> {
  const listed = await office.operator("orders list", { status: "awaiting_payment", limit: "100" });
  const orders = z.array(z.object({ to: z.string() })).parse(listed);
  const reserves = reserveRows.parse(await office.operator("reserve list"));
  const promised = reserves.find(({ asset }) => asset === usdtToPaypal.to)?.promised ?? "";
  return { orders: orders.length, promisedCents: cents(promised), lastCents: cents(orders[0]?.to ?? "0.00") };
}

async function expectOneMore(office: BackOffice, before: OpenOrders): Promise<void> {
  const now = await openOrders(office);
  expect(now.orders).toBe(before.orders + 1);
  expect(now.promisedCents).toBe(before.promisedCents + now.lastCents);
}

const cents = (amount: string) => BigInt(amount.split(" ")[0]?.replace(".", "") ?? "0");
