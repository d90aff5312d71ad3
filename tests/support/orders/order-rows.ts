import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { acceptTerms } from "../../../upstream/orders/drafts/accept-terms.ts";
import { openDraft } from "../../../upstream/orders/drafts/open-draft.ts";
import { setDetails } from "../../../upstream/orders/drafts/set-details.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { isRefusal, type Refusal } from "../../../upstream/shared/rules/refusal.ts";
import { detailsOf } from "./example-customer.ts";
import { usdtToPaypal } from "./order-steps.ts";

/** Amounts and language of an order to create. */
export type OrderRowInput = { from: string; to: string; amount: string; language: Lang; promo: string | null };
const usual: OrderRowInput = { ...usdtToPaypal, language: "en", promo: null };

/** An order awaiting payment, created as the website creates one. */
export async function executedRow(ctx: Context, input: Partial<OrderRowInput> = {}): Promise<OrderRow> {
  const draft = await acceptedRow(ctx, input);
  const isPaypal = draft.fromAsset.startsWith("paypal-");
  return granted(await executeOrder(ctx, draft, isPaypal ? "paypal_invoice" : "crypto_address", "unknown"));
}

/** A draft with accepted terms. */
export async function acceptedRow(ctx: Context, input: Partial<OrderRowInput> = {}): Promise<OrderRow> {
  const { from, to, amount, language, promo } = { ...usual, ...input };
  const now = ctx.clock.now();
  const opener = { language, partner: null, clientAddress: null, ownerId: null };
  const { row, rules } = granted(await openDraft(ctx, { from, to, amount, side: "from", promo }, opener, now));
  granted(await setDetails(ctx, row.ref, detailsOf({ from, to }), now));
  const consent = { termsVersion, rules, quoteId: null, requote: false };
  return granted(await acceptTerms(ctx, row.ref, consent, now)).row;
}

/** The value, or throws on a refusal. */
export function granted<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}
