import { type Order, order as orderSchema } from "../../../contract/order.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { isMore } from "../../components/order/decimal.ts";
import type { FoundOrder } from "../../components/order/find-order.server.ts";
import type { ConfirmForm } from "./confirm-form.server.ts";

type Outcome = { placed: true } | { placed: false; problem: ApiProblem; order: Order | null };

/**
 * Consents, then the order is made binding. Made twice it is made once: the key is the quote that was agreed to.
 * Where the price is no longer the one on the screen, nothing is made and the new price comes back to be looked at.
 */
export async function confirmOrder(request: Request, found: FoundOrder, form: ConfirmForm): Promise<Outcome> {
  const { ref } = found.order;
  const consented = await api(request, "exchangeStepThree", {
    orderToken: found.token,
    body: {
      ref,
      accept: { terms_version: form.terms_version, rules: Object.keys(form.rule) },
      requote: form.requote === "on",
    },
  });
  if (!consented.ok) return refused(consented.problem);

  const order = consented.data.data;
  if (isMore(form.agreed, order.to.expected)) {
    return { placed: false, problem: { code: "rate_changed", status: 409 }, order };
  }
  const executed = await api(request, "exchangeExecute", {
    orderToken: found.token,
    idempotencyKey: `execute:${ref}:${order.quote_id}`,
    body: { ref, pay_with: payWith(found) },
  });
  return executed.ok ? { placed: true } : refused(executed.problem);
}

function payWith({ order, assets }: FoundOrder) {
  return assets[order.from.asset]?.kind === "ewallet" ? "paypal_invoice" : "crypto_address";
}

/** An order that has moved on meanwhile was placed by the other press: its page says how it stands. */
function refused(problem: ApiProblem): Outcome {
  if (problem.code === "invalid_transition") return { placed: true };
  return { placed: false, problem, order: orderSchema.safeParse(problem.order).data ?? null };
}
