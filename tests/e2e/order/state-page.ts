import type { Order } from "../../../contract/order/order.ts";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import type { SitePage } from "../../support/site-page.ts";
import type { BackOffice } from "../people/back-office.ts";
import { type Lang, prefix, said } from "../people/visitor.ts";
import { expect } from "../setup/expect.ts";
import { isOfBrowser } from "../setup/medium.ts";
import type { StateCase } from "./state-cases.ts";

/** Who acts, and what happens at the deadline, as the page must say it. */
export type Held = { who: "client" | "operator" | "system"; otherwise: string };
export type Look = {
  /** Key of the headline. */
  title: string;
  held?: Held;
  /** Acts that must be there, each once, and no other. */
  acts?: readonly Act[];
  /** Sentences that must stand somewhere. */
  says?: readonly string[];
  /** The address and its QR code are there to be paid to. */
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
  | "new";

type Shown = { office: BackOffice; page: SitePage; made: OrderKey; is: StateCase["is"]; look: Look; lang: Lang };

/**
 * The order is what the case says, and its page has the sentence, the status, the terms of a hold, and exactly the acts
 * that the service takes; in the other language at least the headline.
 */
export async function expectStatePage({ office, page, made, is, look, lang }: Shown): Promise<void> {
  const order = await office.shown(made);
  expect([order.status, order.condition, ...(order.hold ? [order.hold.reason] : [])]).toEqual(is);
  await office.opens(page, lang, made);
  await expect(page.getByRole("heading", { level: 1, name: said(lang, `order:${look.title}`) })).toBeVisible();
  await expect(page.getByText(said(lang, `order:status.${order.status}`), { exact: true }).first()).toBeVisible();
  for (const sentence of [`condition.${order.condition}`, ...(look.says ?? [])]) {
    await expect(page.getByText(said(lang, `order:${sentence}`)).first(), sentence).toBeVisible();
  }
  await expect(page.getByRole("img", { name: said(lang, "order:pay.qr") })).toHaveCount(look.payable ? 1 : 0);
  if (look.payable) await expect(page.getByText(said(lang, "order:pay.toAddress"))).toBeVisible();
  if (look.held) await saysTerms(page, lang, look.held);
  await offersExactly(page, lang, order, look.acts ?? []);
  await saysSameIn(lang === "en" ? "ru" : "en", { office, page, made, look });
}

async function saysSameIn(other: Lang, { office, page, made, look }: Pick<Shown, "office" | "page" | "made" | "look">) {
  const html = await (await page.request.get(`${office.site.origin}${prefix(other)}/order/${made.ref}`)).text();
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
  expect(heading.replaceAll(/<!-- -->/g, "")).toMatch(said(other, `order:${look.title}`));
}

/** Whose turn it is, and what happens when nobody takes it, with the deadline in figures. */
async function saysTerms(page: SitePage, lang: Lang, { who, otherwise }: Held): Promise<void> {
  const outcome = `order:hold.default.${who === "client" ? "client" : "other"}.${otherwise}`;
  const both = `${source(said(lang, `order:hold.who.${who}`))}\\s+${source(said(lang, outcome))}`;
  const note = page.locator("main").getByText(new RegExp(`^${both}$`));
  await expect(note).toBeVisible();
  if (!otherwise.endsWith("nowhere")) await expect(note).toContainText(/\d\d:\d\d/);
}

const source = (pattern: RegExp) => pattern.source.replace(/^\^|\$$/g, "");

/** Each way with what its press gives, all of one size and weight, and no act that the service would refuse. */
async function offersExactly(page: SitePage, lang: Lang, order: Order, acts: readonly Act[]): Promise<void> {
  const amounts: Record<string, string | undefined> = {};
  for (const { action, to, refund_amount } of order.hold?.options ?? []) {
    amounts[action] = action === "request_refund" ? refund_amount : to?.amount;
  }
  const names: Record<Act, RegExp> = {
    accept_requote: withAmount(lang, "choice.getAmount", amounts.accept_requote),
    exchange_as_quoted: withAmount(lang, "choice.getAmount", amounts.exchange_as_quoted),
    request_refund: withAmount(lang, "choice.refundAmount", amounts.request_refund),
    set_payout_account: said(lang, "order:act.set_payout_account"),
    set_refund_address: said(lang, "order:act.set_refund_address"),
    submit_info: said(lang, "order:act.submit_info"),
    report_payment: said(lang, "order:act.report_payment"),
    cancel: said(lang, "order:act.cancel"),
    new: said(lang, "order:act.new"),
  };
  const main = page.locator("main");
  const ways = [];
  for (const [act, name] of Object.entries(names)) {
    const found = main.getByRole("button", { name }).or(main.getByRole("link", { name })).filter({ visible: true });
    const isOffered = acts.some((offered) => offered === act);
    await expect(found, act).toHaveCount(isOffered ? 1 : 0);
    if (isOffered && !besides.includes(act)) ways.push(found);
  }
  // Without style sheets all look alike.
  const looks = await Promise.all(ways.filter(isOfBrowser).map((way) => way.evaluate(drawn)));
  for (const look of looks) expect(look).toEqual(looks[0]);
}

/** Not ways out of a hold: these may weigh more, or less. */
const besides: readonly string[] = ["report_payment", "cancel", "new"];

/** What makes one button weigh more than another. */
function drawn(button: Element) {
  const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
  const { width, height } = button.getBoundingClientRect();
  return { backgroundColor, color, fontSize, fontWeight, width: Math.round(width), height: Math.round(height) };
}

/** The figure of the service in the reader's notation, whatever idle zeros it carries. */
function withAmount(lang: Lang, key: string, amount: string | undefined): RegExp {
  if (amount === undefined) return /^never$/;
  const [whole = "", fraction = ""] = amount.split(".");
  const figure = `${whole}${fraction ? `${lang === "ru" ? "," : "."}${fraction}` : ""}`;
  const shown = figure.replace(/([.,]\d*?)0+$/, "$1").replace(/[.,]$/, "");
  return new RegExp(source(said(lang, `order:${key}`)).replace(".+", `${shown.replace(".", "\\.")}[.,0]*\\s\\S+`));
}
