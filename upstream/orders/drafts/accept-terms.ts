import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { customerFault } from "../../market/rules/promo.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import { askedFields, isAnswered } from "../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { loyaltyOf } from "../loyalty/loyalty-status.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { findPromo } from "../promo/find-promo.ts";
import { promoCustomer } from "../promo/promo-customer.ts";
import { type PriceSource, priceRequest, priceSource, type QuoteRequest } from "../quotes/quote.ts";
import { isValidVersion, outdatedVersion } from "../terms/valid-version.ts";
import { type Change, changeDraft, type DraftContext } from "./change-draft.ts";
import { quoteColumns } from "./quote-columns.ts";

/** `quoteId` is the quote the customer saw; `requote` accepts a new one in advance. */
export type Consent = { termsVersion: string; rules: readonly string[]; quoteId: string | null; requote: boolean };

/** `offered`: the quote had expired; the row has a new one, which waits for the customer's consent. */
export type Accepted = { status: "accepted" | "offered"; row: OrderRow };

/** Consent to the terms, the pair's rules and the price, checked in that order. Idempotent. */
export async function acceptTerms(
  ctx: DraftContext,
  ref: string,
  consent: Consent,
  now: Date,
): Promise<Accepted | Refusal> {
  const source = await priceSource(ctx);
  let status: Accepted["status"] = "accepted";
  const row = await changeDraft(ctx, ref, source.market, now, async (draft, tx) => {
    const pair = pairOf(source.market, draft);
    const refusal = await acceptanceRefusal(tx, { draft, pair, consent, now });
    if (refusal) return refusal;

    const isSeen = consent.quoteId === null || consent.quoteId === draft.quoteId;
    const hasEnded = await isQuoteEnded(draft, { ...source, reader: tx }, now);
    const isAgreed = consent.requote || (isSeen && !hasEnded);
    status = isAgreed ? "accepted" : "offered";
    // Another tab has received the new quote already, and may have accepted it.
    if (!isAgreed && !hasEnded) return null;
    const quote = hasEnded ? await freshQuote(ctx, { ...source, reader: tx }, draft, now) : {};
    if (isRefusal(quote)) return quote;
    if (isAgreed)
      return { ...quote, termsVersion: consent.termsVersion, acceptedRules: pair.row.rules, acceptedAt: now };
    return { ...quote, termsVersion: null, acceptedRules: null, acceptedAt: null };
  });
  return isRefusal(row) ? row : { status, row };
}

/** What is missing of a consent, before anything is written. A draft that has gone on is decided under its lock. */
export async function consentRefusal(
  { db, market }: Pick<DraftContext, "db" | "market">,
  draft: OrderRow,
  consent: Consent,
  now: Date,
): Promise<Refusal | undefined> {
  if (draft.status !== "draft") return undefined;
  const pair = pairOf(await market.snapshot(), draft);
  const refusal = await acceptanceRefusal(db.orm, { draft, pair, consent, now });
  return refusal?.refused === "validation_failed" ? refusal : undefined;
}

async function acceptanceRefusal(
  reader: Pick<Context["db"]["orm"], "select">,
  { draft, pair, consent, now }: { draft: OrderRow; pair: MarketPair; consent: Consent; now: Date },
): Promise<Refusal | undefined> {
  if (!isAnswered(askedFields(pair.from, pair.to), draft)) return refuse("invalid_transition");
  const errors: FieldError[] = pair.row.rules
    .filter((rule) => !consent.rules.includes(rule))
    .map((rule) => ({ pointer: "/accept/rules", code: "must_accept", meta: { rule } }));
  if (consent.termsVersion === "") errors.unshift({ pointer: "/accept/terms_version", code: "must_accept" });
  else if (!(await isValidVersion(reader, consent.termsVersion, now)))
    errors.unshift({ pointer: "/accept/terms_version", ...outdatedVersion });
  return errors.length > 0 ? refuseFields(...errors) : undefined;
}

/** Expired by time, or because its promo code was used up by other orders meanwhile. */
async function isQuoteEnded(draft: OrderRow, source: PriceSource, now: Date): Promise<boolean> {
  if (draft.quoteExpiresAt <= now) return true;
  const promo = draft.promoCode ? await findPromo(source, draft.promoCode) : undefined;
  if (!promo) return false;
  if (promo.usesLeft !== null && promo.usesLeft <= 0) return true;
  return customerFault(promo, await promoCustomer(source.reader, promo, draft)) !== null;
}

/** The same exchange at the current price; a promo code that no longer applies is dropped. */
async function freshQuote(
  ctx: Pick<Context, "env" | "ids" | "policy">,
  source: PriceSource,
  draft: OrderRow,
  now: Date,
): Promise<Change | Refusal> {
  const loyalty = await loyaltyOf(ctx, source.reader, draft.ownerId, now);
  const request = { ...requestOfDraft(draft, pairOf(source.market, draft)), loyalty };
  const priced = await priceRequest(source, request, now);
  return isRefusal(priced) ? priced : quoteColumns(priced, ctx.ids, ctx.policy.quoteTtlSeconds);
}

function requestOfDraft(draft: OrderRow, { row, from, to }: MarketPair): QuoteRequest {
  const amount =
    draft.side === "from" ? formatDecimal(draft.fromAmount, from.decimals) : formatDecimal(draft.toAmount, to.decimals);
  const { side, promoCode: promo, payoutToWallet: toWallet } = draft;
  const { ownerId: memberId } = draft;
  return { from: row.from, to: row.to, amount, side, promo, customer: draft, memberId, toWallet };
}

function pairOf(market: MarketSnapshot, draft: OrderRow): MarketPair {
  const pair = market.pairs.get(draft.pairId);
  if (!pair) throw new Error(`Order ${draft.ref} has a pair that no longer exists: ${draft.pairId}`);
  return pair;
}
