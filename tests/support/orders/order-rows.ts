import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../../upstream/context.ts";
import { isRefusal, type Refusal } from "../../../upstream/domain/refusal.ts";
import { acceptTerms } from "../../../upstream/orders/drafts/accept-terms.ts";
import { openDraft } from "../../../upstream/orders/drafts/open-draft.ts";
import { setDetails } from "../../../upstream/orders/drafts/set-details.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { detailsOf } from "./example-customer.ts";
import { usdtToPaypal } from "./order-steps.ts";

/** What somebody wants to exchange, and the language in which they are written to. */
export type Wish = { from: string; to: string; amount: string; language: Lang };
const usual: Wish = { ...usdtToPaypal, language: "en" };

/** The row of an order that waits for its payment, made as the website makes one. */
export async function executedRow(ctx: Context, wish: Partial<Wish> = {}): Promise<OrderRow> {
  const draft = await acceptedRow(ctx, wish);
  const isPaypal = draft.fromAsset.startsWith("paypal-");
  return granted(await executeOrder(ctx, draft, isPaypal ? "paypal_invoice" : "crypto_address"));
}

/** The row of a draft whose terms are accepted. */
export async function acceptedRow(ctx: Context, wish: Partial<Wish> = {}): Promise<OrderRow> {
  const { from, to, amount, language } = { ...usual, ...wish };
  const now = ctx.clock.now();
  const opener = { language, partner: null, clientAddress: null, ownerId: null };
  const { row, rules } = granted(await openDraft(ctx, { from, to, amount, side: "from", promo: null }, opener, now));
  granted(await setDetails(ctx, row.ref, detailsOf({ from, to }), now));
  const consent = { termsVersion, rules, quoteId: null, requote: false };
  return granted(await acceptTerms(ctx, row.ref, consent, now)).row;
}

/** What was expected to be granted. */
export function granted<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}
