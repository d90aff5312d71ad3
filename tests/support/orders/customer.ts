import type { Order } from "../../../contract/order/order.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Exchange } from "../service/exchange.ts";

/** Whoever can be called: one service, or several in turn. */
export type Answering = Pick<Exchange, "call">;
/** An order and what opens it. */
export type Held = { ref: string; token: string; order: Order };

export const customerEmail = "anna.ivanova@example.com";
export const tronAddress = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const paypalAccount = "anna.paypal@example.com";

/** A draft as step-one opens it: 500 USDT to PayPal unless the test wants another. */
export async function openDraft(
  { call }: Answering,
  asked: { from: string; to: string; amount: string } = { from: "usdt-trc20", to: "paypal-usd", amount: "500" },
): Promise<Held> {
  const { order, token } = (await call("exchangeStepOne", { body: asked })).reply().data;
  return { ref: order.ref, token, order };
}

/** A draft of USDT to PayPal with all that is asked filled in and accepted: the next press makes it binding. */
export async function confirmedDraft(service: Answering, amount = "500"): Promise<Held> {
  const { ref, token, order } = await openDraft(service, { from: "usdt-trc20", to: "paypal-usd", amount });
  const payout = { account: paypalAccount, extra: { full_name: "Anna Ivanova" } };
  const details = { ref, payout, refund: { account: tronAddress }, email: customerEmail };
  (await service.call("exchangeStepTwo", { token, body: details })).reply();
  const accept = { terms_version: termsVersion, rules: order.rules };
  const confirmed = (await service.call("exchangeStepThree", { token, body: { ref, accept } })).reply().data;
  return { ref, token, order: confirmed };
}

/** Executes under the key that the website would use. */
export function execute({ call }: Answering, { ref, token, order }: Held) {
  const key = `execute:${ref}:${order.quote_id}`;
  return call("exchangeExecute", { token, key, body: { ref, pay_with: "crypto_address" } });
}

/** An order that waits for its payment. */
export async function executedOrder(service: Answering, amount?: string): Promise<Held> {
  const draft = await confirmedDraft(service, amount);
  return { ...draft, order: (await execute(service, draft)).reply().data };
}

export async function track({ call }: Answering, { ref, token }: Pick<Held, "ref" | "token">): Promise<Order> {
  return (await call("exchangeTrack", { query: { ref }, token })).reply().data;
}
