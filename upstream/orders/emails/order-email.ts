import type { LoyaltyTier } from "../../../contract/member/loyalty-tiers.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { type EmailKind, emailTexts, fill } from "../../mail/email-texts.ts";
import { type AssetName, amountText, momentText, rateText } from "../../mail/figures.ts";
import { layOut } from "../../mail/layout.ts";
import { issuerLine, type Sender } from "../../mail/sender.ts";
import { type HoldFacts, offeredChoicesOf, reasonText, remarksOf } from "./hold-texts.ts";
import { receiptLink } from "./order-link.ts";

/** Facts for an email about an order; amounts in minor units of their own asset. */
export type OrderEmailFacts = {
  kind: EmailKind;
  language: Lang;
  /** May repeat what was typed by whoever caused the email; see mail/rules/email-cause.ts. */
  quotes: boolean;
  ref: string;
  link: string;
  sandbox: boolean;
  from: AssetName;
  to: AssetName;
  fromAmount: bigint;
  toAmount: bigint;
  received: bigint;
  sent: bigint;
  /** All-in: `toAmount` divided by `fromAmount`. */
  rate: string;
  /** The applied promo code and its benefit; `cashback` goes into the owner's wallet. */
  promo: { code: string | null; gain: bigint; cashback: { amount: bigint; asset: AssetName } | null } | null;
  /** The owner's discount, where it counts in the price. */
  loyalty: { tier: LoyaltyTier; gain: bigint } | null;
  payTo: { address: string | null; memo: string | null; invoiceUrl: string | null };
  /** A person sends the payout, within the hours that the order page names. */
  isPaidByHand: boolean;
  payoutAccount: string | null;
  /** When a payout into the wallet can leave it, unless at once. */
  settlesAt: Date | null;
  /** A payment until then counts at the locked rate; an invoice stays open until `until`. */
  rateUntil: Date | null;
  until: Date | null;
  hold: HoldFacts | null;
  refund: { amount: bigint; asset: AssetName; account: string | null } | null;
  /** The transaction that the email is about, its rail and time. */
  tx: string | null;
  txAt: Date | null;
};

export type EmailContent = { subject: string; text: string; html: string };

type RowName = keyof (typeof emailTexts)["en"]["rows"];
type ButtonName = keyof (typeof emailTexts)["en"]["buttons"];

const priceRows = ["rate", "loyalty", "promo"] as const;
const createdRows = ["send", "receive", ...priceRows, "account", "address", "memo", "network", "until"] as const;

/** Figures of each kind of email below its text; missing ones are left out. */
const rowsOf: Record<EmailKind, readonly RowName[]> = {
  created: createdRows,
  created_invoice: ["send", "receive", ...priceRows, "account", "invoice", "rateUntil", "until"],
  created_gateway: ["send", "receive", ...priceRows, "account", "until"],
  created_transfer: createdRows,
  payment_seen: ["send", "receive", "account"],
  paid: ["received", "exchanged", "receive", ...priceRows, "account"],
  completed: ["received", "exchanged", "sent", ...priceRows, "account", "availableFrom", "tx", "sentAt"],
  expired: ["send", "receive"],
  cancelled: ["send", "receive"],
  on_hold: ["send", "received", "missing", "receive", "deadline"],
  resumed: ["received", "receive", "account"],
  refund_address: ["received"],
  refunded: ["refund", "refundAccount", "tx", "sentAt"],
  payment_gone: ["send", "receive"],
  dispute_opened: ["received", "sent", "account"],
  dispute_won: ["received", "sent", "account"],
  dispute_lost: ["received"],
  charged_back: ["received", "sent"],
  dust: ["received"],
  unclaimed: ["received"],
  link: ["send", "receive"],
};

/** Renders an email as text and HTML. Pure: the same facts give the same email. */
export function renderOrderEmail(allFacts: OrderEmailFacts, sender: Sender): EmailContent {
  const facts = allFacts.quotes ? allFacts : withoutQuotes(allFacts);
  const texts = emailTexts[facts.language];
  const kind = textsOfKind(facts);
  const hold = facts.kind === "on_hold" ? facts.hold : null;
  const figures = figuresOf(facts);
  const values = {
    ...figures,
    account: figures.account ?? texts.givenAccount,
    refundAccount: figures.refundAccount ?? texts.givenAccount,
    support: sender.support,
    brand: sender.brand,
    reason: hold ? reasonText(hold.reason, facts.language) : "",
  };
  const rows = (["ref", ...rowsOf[facts.kind]] as const).flatMap((name) => {
    const value = figures[name];
    return value === undefined ? [] : [{ label: texts.rows[name], value }];
  });
  return {
    subject: fill(kind.subject, values),
    ...layOut({
      language: facts.language,
      brand: sender.brand,
      issuer: issuerLine(sender, facts.language),
      title: fill(kind.title, values),
      lead: fill(kind.lead, values),
      remarks: hold ? remarksOf(hold, facts.language) : [],
      choices: hold ? offeredChoicesOf(hold, facts) : null,
      rows,
      button: { ...buttonsOf(facts), remark: texts.link },
      closing: [fill(texts.support, values), fill(texts.why, values), ...(facts.sandbox ? [texts.testMode] : [])],
    }),
  };
}

/**
 * Nothing that a stranger can word: an e-wallet's account is whatever was typed for it, and a partner chooses the words of a
 * code. The order's page, which our link opens, shows them. Addresses of coins have checksums, which no sentence has.
 */
function withoutQuotes(facts: OrderEmailFacts): OrderEmailFacts {
  const { promo, refund, to } = facts;
  return {
    ...facts,
    payoutAccount: to.kind === "crypto" ? facts.payoutAccount : null,
    promo: promo && { ...promo, code: null },
    refund: refund && { ...refund, account: refund.asset.kind === "crypto" ? refund.account : null },
  };
}

/** An email that ends an order leads to its receipt first: nothing is left to be done on the order's page. */
function buttonsOf(facts: OrderEmailFacts) {
  const { buttons } = emailTexts[facts.language];
  const order = { label: buttons[buttonOf(facts)], href: facts.link };
  const isLast = facts.kind === "completed" || facts.kind === "refunded";
  return isLast ? { label: buttons.receipt, href: receiptLink(facts.link), other: order } : order;
}

/** What a person does at PayPal has texts of its own. */
function textsOfKind(facts: OrderEmailFacts) {
  const texts = emailTexts[facts.language];
  if (isInvoiceToCome(facts)) return texts.invoiceByHand;
  return facts.kind === "paid" && facts.isPaidByHand ? texts.payoutByHand : texts.kinds[facts.kind];
}

/** A person sends it, later: there is nothing to pay yet. */
const isInvoiceToCome = ({ kind, payTo }: Pick<OrderEmailFacts, "kind" | "payTo">) =>
  kind === "created_invoice" && payTo.invoiceUrl === null;

function buttonOf({ kind, hold, payTo }: OrderEmailFacts): ButtonName {
  if (kind.startsWith("created")) return isInvoiceToCome({ kind, payTo }) ? "open" : "pay";
  if (kind === "refund_address") return "address";
  return kind === "on_hold" && hold?.actionBy === "client" ? "decide" : "open";
}

function figuresOf(facts: OrderEmailFacts): { [row in RowName]?: string | undefined } {
  const { language, from, to, payTo, refund, hold } = facts;
  const received = facts.received > 0n ? amountText(facts.received, from, language) : undefined;
  return {
    ref: shownRef(facts.ref),
    send: amountText(facts.fromAmount, from, language),
    receive: amountText(facts.toAmount, to, language),
    received,
    // Only where more arrived than was exchanged: otherwise it repeats what was received.
    exchanged: facts.received > facts.fromAmount ? amountText(facts.fromAmount, from, language) : undefined,
    sent: facts.sent > 0n ? amountText(facts.sent, to, language) : undefined,
    rate: rateText(facts.rate, from, to, language),
    promo: promoText(facts),
    loyalty: loyaltyText(facts),
    account: facts.payoutAccount ?? undefined,
    availableFrom: facts.settlesAt ? momentText(facts.settlesAt, language) : undefined,
    address: payTo.address ?? undefined,
    memo: payTo.memo ?? undefined,
    network: from.networkLabel ?? undefined,
    invoice: payTo.invoiceUrl ?? undefined,
    rateUntil: facts.rateUntil ? momentText(facts.rateUntil, language) : undefined,
    until: facts.until ? momentText(facts.until, language) : undefined,
    deadline: hold?.actionBy === "client" && hold.deadline ? momentText(hold.deadline, language) : undefined,
    missing: hold?.missing ? amountText(hold.missing, from, language) : undefined,
    refund: refund ? amountText(refund.amount, refund.asset, language) : undefined,
    refundAccount: refund?.account ?? undefined,
    tx: facts.tx ?? undefined,
    sentAt: facts.txAt ? momentText(facts.txAt, language) : undefined,
  };
}

function promoText({ promo, to, language }: OrderEmailFacts): string | undefined {
  if (promo === null) return undefined;
  const { code, cashback, gain } = promo;
  if (cashback === null && gain === 0n) return code ?? undefined;
  const benefit = cashback
    ? fill(emailTexts[language].cashback, { amount: amountText(cashback.amount, cashback.asset, language) })
    : `+${amountText(gain, to, language)}`;
  return code === null ? benefit : `${code}: ${benefit}`;
}

function loyaltyText({ loyalty, to, language }: OrderEmailFacts): string | undefined {
  return loyalty
    ? `${emailTexts[language].tiers[loyalty.tier]}: +${amountText(loyalty.gain, to, language)}`
    : undefined;
}
