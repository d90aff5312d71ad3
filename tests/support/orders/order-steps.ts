import type { z } from "zod/v4";
import type { endpoints } from "../../../contract/calls/endpoints.ts";
import type { Order } from "../../../contract/order/order.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { ApiResponse } from "../service/api-client.ts";
import type { Exchange } from "../service/exchange.ts";
import { detailsOf } from "./example-customer.ts";

/** What answers calls: an exchange in this process, several in turn, or a site over HTTP. */
export type Service = Pick<Exchange, "call">;
/** The credentials of an order. */
export type OrderKey = { ref: string; token: string };
/** The last known state of an order, with its credentials. */
export type OpenedOrder = OrderKey & { order: Order };
export type DraftInput = Partial<z.input<typeof endpoints.exchangeStepOne.body>>;
type PayWith = z.input<typeof endpoints.exchangeExecute.body>["pay_with"];

export const usdtToPaypal = { from: "usdt-trc20", to: "paypal-usd", amount: "500" } as const;
export const paypalToUsdt = { from: "paypal-usd", to: "usdt-trc20", amount: "100" } as const;

/** Step one: 500 USDT to PayPal by default. */
export async function openDraft({ call }: Service, input: DraftInput = {}): Promise<OpenedOrder> {
  const { order, token } = (await call("exchangeStepOne", { body: { ...usdtToPaypal, ...input } })).reply().data;
  return { ref: order.ref, token, order };
}

/** Step two: accounts and email. `other` replaces what the test is about. */
export function giveDetails({ call }: Service, { ref, token, order }: OpenedOrder, other: { email?: string } = {}) {
  const details = detailsOf({ from: order.from.asset, to: order.to.asset });
  return call("exchangeStepTwo", { token, body: { ref, ...details, ...other } });
}

/** Step three: the terms and all rules of the pair. */
export function acceptTerms({ call }: Service, { ref, token, order }: OpenedOrder) {
  const accept = { terms_version: termsVersion, rules: order.rules };
  return call("exchangeStepThree", { token, body: { ref, accept, quote_id: order.quote_id } });
}

/** Step four: execute, with the website's idempotency key. */
export function executeDraft(
  { call }: Service,
  { ref, token, order }: OpenedOrder,
  payWith: PayWith = order.from.asset.startsWith("paypal-") ? "paypal_invoice" : "crypto_address",
) {
  return call("exchangeExecute", { token, key: executeKey({ ref, order }), body: { ref, pay_with: payWith } });
}

export const executeKey = ({ ref, order }: Omit<OpenedOrder, "token">) => `execute:${ref}:${order.quote_id}`;

/** A draft with its details. */
export async function detailedDraft(service: Service, input: DraftInput = {}): Promise<OpenedOrder> {
  return afterStep(await openDraft(service, input), (draft) => giveDetails(service, draft));
}

/** A draft with accepted terms, ready to execute. */
export async function acceptedDraft(service: Service, input: DraftInput = {}): Promise<OpenedOrder> {
  return afterStep(await detailedDraft(service, input), (draft) => acceptTerms(service, draft));
}

/** An order awaiting payment. */
export async function executedOrder(service: Service, input: DraftInput = {}): Promise<OpenedOrder> {
  return afterStep(await acceptedDraft(service, input), (draft) => executeDraft(service, draft));
}

export async function track({ call }: Service, { ref, token }: OrderKey): Promise<Order> {
  return (await call("exchangeTrack", { query: { ref }, token })).reply().data;
}

type Step = (draft: OpenedOrder) => Promise<ApiResponse<"exchangeStepTwo" | "exchangeStepThree" | "exchangeExecute">>;

async function afterStep(draft: OpenedOrder, step: Step): Promise<OpenedOrder> {
  return { ...draft, order: (await step(draft)).reply().data };
}
