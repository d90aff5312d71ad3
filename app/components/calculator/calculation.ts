import type { ExchangePage, Pair } from "../../../contract/market/pairs.ts";
import type { Quote, Side } from "../../../contract/market/quote.ts";
import type { AmountProblem } from "../../forms/amount-input.ts";
import type { Assets } from "../summary/assets.ts";

/** What can be exchanged on a page, by the last response of the service. */
export type Market = {
  assets: Assets;
  pairs: readonly Pair[];
  /** Whether the opposite direction of each pair can be exchanged, and on which page: pair id to page. */
  reversePages: Record<string, string>;
};

/** The visitor's input: two currencies and the amount of one side, as typed. */
export type CalculatorInput = { from: string; to: string; side: Side; typed: string; promo: string };

/** An amount that one press enters instead. */
export type Offer = { side: Side; amount: string };

/** Why the input has no price; the text is `calculator:problem.<kind>`. */
export type CalculatorProblem =
  | { kind: AmountProblem | "below_min" | "above_max"; offers: readonly Offer[] }
  /** `payout` of the requested amount; null when it was not priced. */
  | { kind: "reserve_low"; offers: readonly Offer[]; payout: string | null }
  | { kind: "paused" | "pair_unknown" | "both_changed" }
  /** Any other refusal, as its sentence, so that the browser does not need the texts of all of them. */
  | { kind: "refused"; sentence: string; status: number };

/** The result for the input. */
export type Calculation = {
  input: CalculatorInput;
  quote: Quote | null;
  issue: CalculatorProblem | null;
  /** Why the promo code has no effect. */
  promoIssue: string | null;
};

export type CalculatorData = Calculation & { page: ExchangePage; market: Market };

export function pairOf(market: Market, from: string, to: string): Pair | undefined {
  return market.pairs.find((pair) => pair.from === from && pair.to === to);
}

/** The currency of the entered amount. */
export function inputAsset(input: CalculatorInput): string {
  return input.side === "from" ? input.from : input.to;
}
