import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../../upstream/context.ts";
import { isRefusal, type Refusal } from "../../../upstream/domain/refusal.ts";
import { acceptTerms } from "../../../upstream/orders/drafts/accept-terms.ts";
import { openDraft } from "../../../upstream/orders/drafts/open-draft.ts";
import { setDetails } from "../../../upstream/orders/drafts/set-details.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";

export type Wish = { from: string; to: string; amount: string; language: Lang };
const usual: Wish = { from: "usdt-trc20", to: "paypal-usd", amount: "500", language: "en" };

const tronAddress = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const ethereumAddress = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const bitcoinAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
/** Somebody's own account, by the asset that it holds. */
const accounts: Record<string, string> = {
  "usdt-trc20": tronAddress,
  "usdt-erc20": ethereumAddress,
  eth: ethereumAddress,
  btc: bitcoinAddress,
  "paypal-usd": "anna.payee@example.com",
  "paypal-eur": "anna.payee@example.com",
};

/** An order that waits for its payment, made as the website makes one. */
export async function executedOrder(ctx: Context, wish: Partial<Wish> = {}): Promise<OrderRow> {
  const draft = await draftedOrder(ctx, wish);
  const isPaypal = draft.fromAsset.startsWith("paypal-");
  return agreed(await executeOrder(ctx, draft, isPaypal ? "paypal_invoice" : "crypto_address"));
}

/** A draft that is filled in and agreed to. */
export async function draftedOrder(ctx: Context, wish: Partial<Wish> = {}): Promise<OrderRow> {
  const { from, to, amount, language } = { ...usual, ...wish };
  const now = ctx.clock.now();
  const opener = { language, partner: null, clientAddress: null, ownerId: null };
  const { row, rules } = agreed(await openDraft(ctx, { from, to, amount, side: "from", promo: null }, opener, now));
  const isPaypal = from.startsWith("paypal-");
  const details = {
    payin: isPaypal ? { account: accounts[from] ?? "" } : null,
    payout: { account: accounts[to] ?? "", memo: null, extra: { full_name: "Anna Payee" } },
    refund: isPaypal ? null : { account: accounts[from] ?? "", memo: null },
    email: "anna@example.com",
  };
  agreed(await setDetails(ctx, row.ref, details, now));
  const consent = { termsVersion, rules, quoteId: null, requote: false };
  return agreed(await acceptTerms(ctx, row.ref, consent, now)).row;
}

/** What was expected to be granted. */
export function agreed<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}
