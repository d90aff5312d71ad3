import type { TypedIdentity } from "../../../contract/order/identity.ts";
import { detailsOf } from "../orders/example-customer.ts";
import type { OpenedOrder, Service } from "../orders/order-steps.ts";

/** What the tests' customer says of herself for an exchange of crypto into PayPal. */
export const annaIdentity: Partial<TypedIdentity> = {
  full_name: "Anna Ivanova",
  country: "EE",
  birth_date: "1990-12-31",
  source: "salary",
  originator: "self",
};

/** Step two with what the customer says of herself; `other` replaces accounts or the email. */
export function stepTwo(
  { ask }: Service & { ask: Service["call"] },
  { ref, token, order }: OpenedOrder,
  identity: Partial<TypedIdentity> | null,
  other: Record<string, unknown> = {},
) {
  const details = detailsOf({ from: order.from.asset, to: order.to.asset });
  return ask("exchangeStepTwo", { token, body: { ref, ...details, ...(identity && { identity }), ...other } });
}
