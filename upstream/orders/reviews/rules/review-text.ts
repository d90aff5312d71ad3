import { blackout, reviewLimits } from "../../../../contract/reviews/review-rules.ts";
import type { FieldError } from "../../../../contract/values/problem.ts";

export type WrittenReview = { rating: number; text: string; name: string };

/**
 * The text and name as they may be shown: without control and format characters, which could turn the text round or hide a part
 * of it, and without the sign of removed words. Field errors where nothing is left, where it is too long, and for a
 * name that is an email address.
 */
export function readReview(typed: WrittenReview): WrittenReview | FieldError[] {
  const text = clean(typed.text.replace(/\r\n?/g, "\n"))
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const name = clean(typed.name).replace(/\s+/gu, " ").trim();
  const errors = [...boundErrors("text", text), ...boundErrors("name", name)];
  if (errors.length === 0 && name.includes("@")) errors.push({ pointer: "/name", code: "invalid" });
  return errors.length > 0 ? errors : { rating: typed.rating, text, name };
}

/** Format characters except the joiners that emoji and some scripts need. */
const unseen = new RegExp(`(?![\\n\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Co}${blackout}]`, "gu");
const clean = (text: string) => text.normalize("NFC").replace(unseen, (sign) => (sign === "\t" ? " " : ""));

function boundErrors(field: keyof typeof reviewLimits, text: string): FieldError[] {
  const max = reviewLimits[field];
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return [{ pointer: `/${field}`, code: "required" }];
  if ([...text].length > max) return [{ pointer: `/${field}`, code: "too_long", meta: { max: String(max) } }];
  return [];
}

/**
 * The text with the removed words blacked out, whatever their letters' case; without words all of it. Each is as long as
 * five signs, so that its length does not tell the word.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  const bar = blackout.repeat(5);
  if (words.length === 0) return bar;
  // Longer words first: one may contain another.
  const sorted = [...words].sort((a, b) => b.length - a.length);
  const pattern = sorted.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  return text.replace(new RegExp(pattern, "giu"), bar);
}
