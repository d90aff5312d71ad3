import type { HoldReason } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { type AssetName, amountText, momentText } from "../../mail/figures.ts";
import { texts } from "../../shared/texts/texts.ts";
import type { HoldRule } from "../rules/holds.ts";

/** The hold reason in words that fit the situation: one reason code covers both payouts and refunds. */
export type HoldReasonText = HoldReason | "extra_payment" | "refund_failed" | "refund_waits";

/**
 * `default` is null when nothing happens by itself. Amounts in minor units of the pay-in asset, those of a choice in its
 * `asset` if it has another.
 */
export type HoldFacts = {
  reason: HoldReasonText;
  actionBy: HoldRule["actionBy"];
  default: HoldRule["default"] | null;
  deadline: Date | null;
  /** The amount that would complete the payment; null when that is no option. */
  missing: bigint | null;
  choices: { action: string; amount: bigint | null; fee: bigint | null; asset?: AssetName | undefined }[];
};

/** The reason as a sentence. */
export function reasonText(reason: HoldReasonText, language: Lang): string {
  const { holds, emails } = texts[language];
  if (reason === "extra_payment" || reason === "refund_failed" || reason === "refund_waits")
    return emails.reasons[reason];
  return holds[reason].email;
}

/** Who decides, and what happens at the deadline. */
export function remarksOf(hold: HoldFacts, language: Lang): string[] {
  const { acts: actsBy, otherwise } = emailTexts[language];
  if (hold.deadline === null || hold.default === null || hold.default === "wait") return [actsBy[hold.actionBy]];
  return [actsBy[hold.actionBy], fill(otherwise[hold.default], { deadline: momentText(hold.deadline, language) })];
}

/** The options shown on the order page, in its order; null when there are none. */
export function offeredChoicesOf(
  { missing, choices }: HoldFacts,
  { from, language }: { from: AssetName; language: Lang },
): { title: string; items: string[] } | null {
  const { choicesTitle, choices: sentences } = emailTexts[language];
  const textIn = (asset: AssetName) => (amount: bigint) => amountText(amount, asset, language);
  const text = textIn(from);
  const topUp = missing === null ? [] : [fill(sentences.top_up, { missing: text(missing) })];
  const items = choices.flatMap(({ action, amount, fee, asset }) => {
    if (action === "request_refund" && amount !== null) {
      const free = fee === null || fee === 0n;
      return [
        fill(
          free ? sentences.request_refund_free : sentences.request_refund,
          refundValues(amount, fee, asset ? textIn(asset) : text),
        ),
      ];
    }
    return isWorded(action, sentences) ? [sentences[action]] : [];
  });
  return topUp.length + items.length === 0 ? null : { title: choicesTitle, items: [...topUp, ...items] };
}

const refundValues = (amount: bigint, fee: bigint | null, text: (minor: bigint) => string) => ({
  amount: text(amount),
  fee: text(fee ?? 0n),
});

function isWorded<Words extends object>(action: string, texts: Words): action is keyof Words & string {
  return Object.hasOwn(texts, action);
}
