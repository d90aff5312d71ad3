import { type Texts, texts } from "../shared/texts/texts.ts";

type Emails = Texts["emails"];

/** Kinds whose texts are no entry of a feature's `kinds`. `operator_`: to operators. */
const otherKinds = [
  "ticket_received",
  "ticket_answered",
  "ticket_closed",
  "review_invited",
  "review_confirm",
  "reserve_ready",
  "newsletter_confirm",
  "newsletter_issue",
  "unasked_digest",
  "operator_hold",
  "operator_reminder",
  "operator_reported",
  "operator_dispute",
  "operator_ticket",
  "operator_reserve",
  "operator_history",
  "operator_alert",
] as const;

/** A kind of email: texts of its feature under that name make it one. */
export type AnyEmailKind =
  | keyof Emails["kinds"]
  | keyof Emails["account"]["kinds"]
  | keyof Emails["withdrawal"]["kinds"]
  | keyof Emails["rewards"]["kinds"]
  | (typeof otherKinds)[number];

const { kinds, account, withdrawal, rewards } = texts.en.emails;
const textsByKind = { ...kinds, ...account.kinds, ...withdrawal.kinds, ...rewards.kinds };

export const emailKinds: readonly AnyEmailKind[] = [...Object.keys(textsByKind), ...otherKinds].filter(isAnyEmailKind);

export function isAnyEmailKind(kind: string): kind is AnyEmailKind {
  return Object.hasOwn(textsByKind, kind) || otherKinds.some((other) => other === kind);
}

/** Without them somebody cannot go on: codes, and the link that opens an order. */
const access: readonly AnyEmailKind[] = [
  "sign_up_code",
  "reset_code",
  "email_change_code",
  "bot_check_code",
  "addresses_only_code",
  "address_code",
  "withdrawal_code",
  "wallet_payment_code",
  "link",
];

/** News of money that a stranger may cause to an address: of orders. */
const ofMoney: readonly AnyEmailKind[] = [
  "paid",
  "payment_seen",
  "completed",
  "on_hold",
  "resumed",
  "refund_address",
  "refunded",
  "payment_gone",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "charged_back",
  "dust",
  "unclaimed",
];

export const isCodeEmail = (kind: string) => kind !== "link" && access.some((accessKind) => accessKind === kind);

/**
 * How many counted emails (see email-cause.ts) a mailbox may have got in a day for one more of this kind to be sent. A link that
 * opens an order may use the whole daily allowance, a code three quarters, news of received money half, everything else a quarter: so that
 * unpaid orders and forms never keep codes from arriving, and codes that strangers ask for never the link of a paid order.
 */
export function allowanceOf(kind: AnyEmailKind, perDay: number): number {
  if (kind === "link") return perDay;
  if (access.includes(kind)) return Math.floor((perDay * 3) / 4);
  return Math.floor(ofMoney.includes(kind) ? perDay / 2 : perDay / 4);
}
