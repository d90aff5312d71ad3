import type { HoldReason } from "../../contract/order-states.ts";
import { shownRef } from "../domain/order-ref.ts";
import { html } from "./html.ts";
import type { Letter, Sender } from "./letter.ts";
import { fill, type Language, letterWords, type OperatorLetterKind } from "./letter-words.ts";

/** The language of the house: an operator reads English, whatever the customer reads. */
const language: Language = "en";

/** A line to the operator about an order that needs a person. It holds no link: the operator has other doors. */
export function writeOperatorLetter(
  kind: OperatorLetterKind,
  order: { ref: string; holdReason: HoldReason | null },
  sender: Sender,
): Letter {
  const words = letterWords[language];
  const reason = order.holdReason ? words.reasons[order.holdReason] : "";
  const values = { ref: shownRef(order.ref), reason };
  const subject = `${sender.brand}: ${fill(words.operator[kind].subject, values)}`;
  const lead = fill(words.operator[kind].lead, values);
  return { subject, text: `${lead}\n`, html: `<!doctype html>\n${html`<p>${lead}</p>`.markup}\n` };
}
