import type { FieldError } from "../../../contract/calls/problem.ts";
import { type Order, order as orderSchema } from "../../../contract/order/order.ts";
import { type PayinMethod, payinMethods } from "../../../contract/order/order-states.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { proofOf } from "../../components/bot-check/bot-check-fields.server.ts";
import type { OrderKey } from "../../components/order/find-order.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { ConfirmForm } from "./confirm-form.server.ts";

type Outcome = { placed: true } | { placed: false; problem: ApiProblem; order: Order | null };

/**
 * Records the consents, then executes the order. Idempotent: the key is the agreed quote and payment method. If that
 * quote is no longer the order's, nothing is executed and the new one is shown.
 */
export async function confirmOrder(
  args: RouteArgs,
  { ref, token: orderToken }: OrderKey,
  form: ConfirmForm,
): Promise<Outcome> {
  const accept = { terms_version: form.terms ? form.terms_version : "", rules: Object.keys(form.rule) };
  const consented = await api(args, "exchangeStepThree", {
    orderToken,
    body: { ref, accept, quote_id: form.quote_id, ...proofOf(form) },
  });
  if (!consented.ok) return refused(consented.problem);

  const order = consented.data.data;
  const payWith = form.pay_with ?? usualMethod(order);
  const executed = await api(args, "exchangeExecute", {
    orderToken,
    idempotencyKey: `execute:${ref}:${order.quote_id}:${payWith}`,
    body: { ref, pay_with: payWith },
  });
  return executed.ok ? { placed: true } : refused(executed.problem);
}

/** The first is the default; a method this site does not know is never preselected. */
function usualMethod({ payin }: Order): PayinMethod {
  return payinMethods.find((method) => method === payin.options[0]) ?? "crypto_address";
}

/** The order was already executed by another submit: its page shows the status. */
function refused(problem: ApiProblem): Outcome {
  if (problem.code === "invalid_transition") return { placed: true };
  return {
    placed: false,
    problem: { ...problem, errors: problem.errors?.map(atCheckbox) },
    order: orderSchema.safeParse(problem.order).data ?? null,
  };
}

/** The service points into its own body; the form has a box per rule and one for the terms. */
function atCheckbox(error: FieldError): FieldError {
  if (error.pointer === "/accept/terms_version") return { ...error, pointer: "/terms" };
  return error.meta?.rule ? { ...error, pointer: `/rule/${error.meta.rule}` } : error;
}
