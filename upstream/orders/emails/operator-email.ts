import { shownRef } from "../../../contract/order/order-number.ts";
import type { HoldReason, OrderStatus } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { emailTexts, fill, type OperatorEmailKind } from "../../mail/email-texts.ts";
import { type AssetName, amountText, momentText } from "../../mail/figures.ts";
import { layOut } from "../../mail/layout.ts";
import type { Sender } from "../../mail/sender.ts";
import type { PayoutState } from "../rules/exposure.ts";
import type { HoldRule } from "../rules/holds.ts";
import { reasonText } from "./hold-texts.ts";
import type { EmailContent } from "./order-email.ts";

/** Operator emails are in English, whatever the customer's language. */
const language: Lang = "en";

/** What the operator needs to act; amounts in minor units. `commands`: the next commands, the likeliest first. */
export type OperatorFacts = {
  ref: string;
  status: OrderStatus;
  hold: {
    reason: HoldReason;
    actionBy: HoldRule["actionBy"];
    default: HoldRule["default"];
    deadline: Date | null;
  } | null;
  from: AssetName;
  to: AssetName;
  fromAmount: bigint;
  toAmount: bigint;
  received: bigint;
  payout: PayoutState;
  isDisputed: boolean;
  /** What losing the dispute would cost us. */
  atStake: bigint;
  payer: string | null;
  email: string | null;
  commands: string[];
};

type RowName = keyof (typeof emailTexts)["en"]["operator"]["rows"];

/**
 * An email to the operator about an order that needs a decision. It contains no order link: operators use the command
 * line.
 */
export function renderOperatorEmail(kind: OperatorEmailKind, facts: OperatorFacts, sender: Sender): EmailContent {
  const { operator } = emailTexts[language];
  const values = {
    ref: shownRef(facts.ref),
    code: facts.hold?.reason ?? facts.status,
    reason: facts.hold ? reasonText(facts.hold.reason, language) : "",
    dispute: facts.isDisputed ? operator.dispute.open : operator.dispute.closed,
  };
  const figures = figuresOf(facts);
  const rows = Object.entries(figures).flatMap(([name, value]) =>
    value !== undefined && isRow(name) ? [{ label: operator.rows[name], value }] : [],
  );
  const { text, html } = layOut({
    language,
    brand: sender.brand,
    issuer: null,
    title: fill(operator[kind].subject, values),
    lead: fill(operator[kind].lead, values),
    remarks: [],
    choices: { title: operator.rows.next, items: facts.commands },
    rows,
    button: null,
    closing: [],
  });
  return { subject: `${sender.brand}: ${fill(operator[kind].subject, values)}`, text, html };
}

function figuresOf(facts: OperatorFacts): Partial<Record<RowName, string>> {
  const { hold, from, to } = facts;
  const { acts: actsBy, otherwise, payout } = emailTexts[language].operator;
  return {
    status: facts.status,
    ...(hold && { acts: actsBy[hold.actionBy], otherwise: otherwise[hold.default] }),
    ...(hold?.deadline && { deadline: momentText(hold.deadline, language) }),
    from: amountText(facts.fromAmount, from, language),
    received: amountText(facts.received, from, language),
    payout: fill(payout[facts.payout], { amount: amountText(facts.toAmount, to, language) }),
    ...(facts.isDisputed && { stake: amountText(facts.atStake, from, language) }),
    ...(facts.payer && { payer: facts.payer }),
    ...(facts.email && { email: facts.email }),
  };
}

const isRow = (name: string): name is RowName => Object.hasOwn(emailTexts.en.operator.rows, name);
