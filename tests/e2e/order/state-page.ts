import type { Order } from "../../../contract/order/order.ts";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import type { SitePage } from "../../support/site-page.ts";
import type { BackOffice } from "../people/back-office.ts";
import { type Lang, prefix, siteText } from "../people/visitor.ts";
import { expect } from "../setup/expect.ts";
import { isOfBrowser } from "../setup/medium.ts";
import type { StateCase } from "./state-cases.ts";

/** Who has to act, and the default at the deadline, as shown on the page. */
export type Held = { who: "client" | "operator" | "system"; otherwise: string };
export type Look = {
  /** Key of the headline. */
  title: string;
  held?: Held;
  /** Actions that must be there, each once, and no others. */
  acts?: readonly Act[];
  /** Texts that must be on the page. */
  says?: readonly string[];
  /** The address and its QR code are shown for payment. */
  payable?: boolean;
};
export type Act =
  | "accept_requote"
  | "exchange_as_quoted"
  | "request_refund"
  | "set_payout_account"
  | "set_refund_address"
  | "submit_info"
  | "report_payment"
  | "cancel"
  | "receipt"
  | "repeat"
  | "again"
  | "restart"
  | "write";

type Shown = { office: BackOffice; page: SitePage; orderKey: OrderKey; is: StateCase["is"]; look: Look; lang: Lang };

/** A completed order that was paid as agreed does not say so; one that lacks a rest says how much. */
function conditionOf({ status, condition, due }: Order): string[] {
  if (status === "completed" && condition === "exact") return [];
  return [due?.kind === "rest" ? "summary.missing" : `condition.${condition}`];
}

/**
 * Checks that the order is as the case says, and that its page has the headline, status, hold terms and exactly the
 * actions the service accepts; in the other language at least the headline.
 */
export async function expectStatePage({ office, page, orderKey, is, look, lang }: Shown): Promise<void> {
  const order = await office.tracked(orderKey);
  expect([order.status, order.condition, ...(order.hold ? [order.hold.reason] : [])]).toEqual(is);
  await office.opens(page, lang, orderKey);
  await expect(page.getByRole("heading", { level: 1, name: siteText(lang, keyOf(look.title)) })).toBeVisible();
  await expect(page.getByText(siteText(lang, `order:status.${order.status}`), { exact: true }).first()).toBeVisible();
  for (const sentence of [...conditionOf(order), ...(look.says ?? [])]) {
    await expect(page.getByText(siteText(lang, keyOf(sentence))).first(), sentence).toBeVisible();
  }
  await expect(page.getByRole("img", { name: siteText(lang, "order:pay.qr") })).toHaveCount(look.payable ? 1 : 0);
  if (look.payable) await expect(page.getByText(siteText(lang, "order:pay.toAddress"))).toBeVisible();
  if (look.held) await saysTerms(page, lang, look.held);
  await offersExactly(page, lang, order, look.acts ?? []);
  await expectHeadlineIn(lang === "en" ? "ru" : "en", { office, page, orderKey, look });
}

/** Keys are of `order.json` where they name no file. */
const keyOf = (key: string) => (key.includes(":") ? key : `order:${key}`);

async function expectHeadlineIn(
  other: Lang,
  { office, page, orderKey, look }: Pick<Shown, "office" | "page" | "orderKey" | "look">,
) {
  const html = await (await page.request.get(`${office.site.origin}${prefix(other)}/order/${orderKey.ref}`)).text();
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
  expect(heading.replaceAll(/<!-- -->/g, "")).toMatch(siteText(other, keyOf(look.title)));
}

/** Who has to act and the default, with the deadline. */
async function saysTerms(page: SitePage, lang: Lang, { who, otherwise }: Held): Promise<void> {
  const outcome = `order:hold.default.${who === "client" ? "client" : "other"}.${otherwise}`;
  const both = `${source(siteText(lang, `order:hold.who.${who}`))}\\s+${source(siteText(lang, outcome))}`;
  const note = page.locator("main").getByText(new RegExp(`^${both}$`));
  await expect(note).toBeVisible();
  if (!otherwise.endsWith("nowhere")) await expect(note).toContainText(/\d\d:\d\d/);
}

const source = (pattern: RegExp) => pattern.source.replace(/^\^|\$$/g, "");

/** Each choice with its result, all of equal size and weight, and no action that the service would refuse. */
async function offersExactly(page: SitePage, lang: Lang, order: Order, acts: readonly Act[]): Promise<void> {
  const amounts: Record<string, string | undefined> = {};
  for (const { action, to, refund_amount } of order.hold?.options ?? []) {
    amounts[action] = action === "request_refund" ? refund_amount : to?.amount;
  }
  const names: Record<Act, RegExp> = {
    accept_requote: withAmount(lang, "choice.getAmount", amounts.accept_requote),
    exchange_as_quoted: withAmount(lang, "choice.getAmount", amounts.exchange_as_quoted),
    request_refund: withAmount(lang, "choice.refundAmount", amounts.request_refund),
    set_payout_account: siteText(lang, "order:act.set_payout_account"),
    set_refund_address: siteText(lang, "order:act.set_refund_address"),
    submit_info: siteText(lang, "order:act.submit_info"),
    report_payment: siteText(lang, "order:act.report_payment"),
    cancel: siteText(lang, "order:act.cancel"),
    receipt: siteText(lang, "order:act.receipt"),
    repeat: siteText(lang, "order:act.repeat"),
    again: siteText(lang, "order:act.again"),
    restart: siteText(lang, "order:act.restart"),
    write: siteText(lang, "order:act.write"),
  };
  const main = page.locator("main");
  const ways = [];
  for (const [act, name] of Object.entries(names)) {
    // "I have sent the money" is a link to us where the order cannot take the report any more.
    const buttons = main.getByRole("button", { name });
    const either = act === "report_payment" ? buttons : buttons.or(main.getByRole("link", { name }));
    const control = either.filter({ visible: true });
    const isOffered = acts.some((offered) => offered === act);
    await expect(control, act).toHaveCount(isOffered ? 1 : 0);
    if (isOffered && !besides.includes(act)) ways.push(control);
  }
  // Without style sheets all look alike.
  const looks = await Promise.all(ways.filter(isOfBrowser).map((way) => way.evaluate(drawn)));
  for (const look of looks) expect(look).toEqual(looks[0]);
}

/** Not choices of a hold: these may look different. */
const besides: readonly string[] = ["report_payment", "cancel", "receipt", "repeat", "again", "restart", "write"];

/** What makes one button more prominent than another. */
function drawn(button: Element) {
  const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
  const { width, height } = button.getBoundingClientRect();
  return { backgroundColor, color, fontSize, fontWeight, width: Math.round(width), height: Math.round(height) };
}

/** The service's figure in the reader's format, without trailing zeros. */
function withAmount(lang: Lang, key: string, amount: string | undefined): RegExp {
  if (amount === undefined) return /^never$/;
  const [whole = "", fraction = ""] = amount.split(".");
  const figure = `${whole}${fraction ? `${lang === "ru" ? "," : "."}${fraction}` : ""}`;
  const shortFigure = figure.replace(/([.,]\d*?)0+$/, "$1").replace(/[.,]$/, "");
  return new RegExp(
    source(siteText(lang, `order:${key}`)).replace(".+", `${shortFigure.replace(".", "\\.")}[.,0]*\\s\\S+`),
  );
}
