import type { Order } from "../../../contract/order/order.ts";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Answer } from "../service/api-client.ts";
import type { Exchange } from "../service/exchange.ts";
import { customerEmail, type Held, openDraft, track, tronAddress } from "./customer.ts";

export const payerAccount = "anna.pays@example.com";

/** A draft of 100 dollars of PayPal to USDT, filled in and agreed to. */
export async function invoiceDraft(service: Exchange, amount = "100"): Promise<Held> {
  const { ref, token, order } = await openDraft(service, { from: "paypal-usd", to: "usdt-trc20", amount });
  const given = { payin: { account: payerAccount }, payout: { account: tronAddress }, email: customerEmail };
  (await service.call("exchangeStepTwo", { token, body: { ref, ...given } })).reply();
  const accept = { terms_version: termsVersion, rules: order.rules };
  const confirmed = (await service.call("exchangeStepThree", { token, body: { ref, accept } })).reply().data;
  return { ref, token, order: confirmed };
}

export function executeInvoice({ call }: Exchange, { ref, token, order }: Held) {
  const key = `execute:${ref}:${order.quote_id}`;
  return call("exchangeExecute", { token, key, body: { ref, pay_with: "paypal_invoice" } });
}

/** An order whose invoice of 100 dollars was sent. */
export async function invoicedOrder(service: Exchange): Promise<Held> {
  const draft = await invoiceDraft(service);
  return { ...draft, order: (await executeInvoice(service, draft)).reply().data };
}

/** Something happens at PayPal; answers the order as it is then. Fails where the event was refused. */
export async function atPaypal(service: Exchange, held: Held, event: SandboxEvent, amount?: string): Promise<Order> {
  const answer: Answer<"sandboxEvents"> = await tryAtPaypal(service, held, event, amount);
  if (answer.status !== 202) throw new Error(`${event} was refused: ${JSON.stringify(answer.problem())}`);
  return track(service, held);
}

export function tryAtPaypal({ call }: Exchange, { ref, token }: Held, event: SandboxEvent, amount?: string) {
  return call("sandboxEvents", { token, body: { ref, event, amount: amount ?? null } });
}

/** `on_hold amount_mismatch`, or `completed`. */
export const standing = ({ status, hold }: Order) => (hold ? `${status} ${hold.reason}` : status);
