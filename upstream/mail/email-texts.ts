import { inEachLanguage } from "../../contract/values/languages.ts";
import { type Texts, texts } from "../shared/texts/texts.ts";

type EmailTexts = Texts["emails"];
export type EmailKind = keyof EmailTexts["kinds"];
/** Kinds of operator emails about an order; their texts are in a separate section. */
const operatorKinds = ["operator_hold", "operator_reminder", "operator_reported", "operator_dispute"] as const;
export type OperatorEmailKind = (typeof operatorKinds)[number];

/** The service's own texts; the website has its own. */
export const emailTexts = inEachLanguage((lang) => texts[lang].emails);

/** Kinds of emails about an order, to its customer and to the operator. */
export const everyOrderEmailKind = [...Object.keys(texts.en.emails.kinds), ...operatorKinds];

export function isEmailKind(kind: string): kind is EmailKind {
  return Object.hasOwn(texts.en.emails.kinds, kind);
}

export function isOperatorEmailKind(kind: string): kind is OperatorEmailKind {
  return operatorKinds.some((name) => name === kind);
}

/** Fills in the placeholders of a text; throws when a value is missing. */
export function fill(sentence: string, values: Partial<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The sentence "${sentence}" lacks ${name}`);
    return value;
  });
}
