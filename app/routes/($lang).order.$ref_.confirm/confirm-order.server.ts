import { type Order, order as orderSchema } from "../../../contract/order/order.ts";
import { type PayinMethod, payinMethods } from "../../../contract/order/order-states.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { botCheckProofOf } from "../../components/bot-check/bot-check-fields.server.ts";
import type { OrderKey } from "../../components/order/find-order.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { ConfirmForm } from "./confirm-form.server.ts";

/** `codeSent`: the code that a payment from the wallet needs is in the mailbox. */
type ConfirmOrderResult =
  | { placed: true }
  | { placed: false; problem: ApiProblem; order: Order | null; codeSent: boolean };

/**
 * Records the consents, then executes the order. Idempotent: the key is the agreed quote and payment method. If that
 * quote is no longer the order's, nothing is executed and the new one is shown.
 */
export async function confirmOrder(
  args: RouteArgs,
  { ref, token: orderToken }: OrderKey,
  form: ConfirmForm,
): Promise<ConfirmOrderResult> {
  const accept = { terms_version: form.terms ? form.terms_version : "", rules: Object.keys(form.rule) };
  const consented = await api(args, "exchangeStepThree", {
    orderToken,
    body: { ref, accept, quote_id: form.quote_id, ...botCheckProofOf(form) },
  });
  if (!consented.ok) return refused(consented.problem);

  const order = consented.data.data;
  const payWith = form.pay_with ?? usualMethod(order);
  if (payWith === "balance") return payFromWallet(args, order, form);
  const executed = await api(args, "exchangeExecute", {
    orderToken,
    idempotencyKey: `execute:${ref}:${order.quote_id}:${payWith}`,
    body: { ref, pay_with: payWith },
  });
  return executed.ok ? { placed: true } : refused(executed.problem);
}

/**
 * Paid at once from the owner's wallet, with a code where the money leaves it. A code is emailed when all else is right, and
 * once a minute at most: sent again without one, the form asks for it.
 */
async function payFromWallet(
  args: RouteArgs,
  { ref, quote_id }: Order,
  form: ConfirmForm,
): Promise<ConfirmOrderResult> {
  const code = form.intent === "code" ? "" : form.code;
  const terms = await api(args, "exchangeWalletTerms", { query: { ref } });
  if (!terms.ok) return refused(terms.problem);
  const proof = terms.data.data.confirm_with;
  if (code === "" && proof !== null) {
    const sent = proof === "email" ? await api(args, "exchangeWalletCode", { body: { ref } }) : undefined;
    if (sent && !sent.ok && sent.problem.code !== "too_many_requests") return refused(sent.problem);
    return { placed: false, problem: codeMissing, order: null, codeSent: proof === "email" };
  }
  const { shown_amount: amount = "", shown_account: account = "" } = form;
  const executed = await api(args, "exchangeExecute", {
    idempotencyKey: `execute:${ref}:${quote_id}:balance`,
    body: { ref, pay_with: "balance", ...(proof !== null && { code, shown: { amount, account } }) },
  });
  if (executed.ok) return { placed: true };
  const result = refused(executed.problem);
  return result.placed ? result : { ...result, codeSent: proof === "email" };
}

const codeMissing: ApiProblem = {
  ...{ type: "/problems/validation_failed", title: "", status: 422, instance: "", code: "validation_failed" },
  ...{ request_id: "", errors: [{ pointer: "/code", code: "required" }] },
};

/** The first is the default; a method this site does not know is never preselected. */
function usualMethod({ payin }: Order): PayinMethod {
  return payinMethods.find((method) => method === payin.options[0]) ?? "crypto_address";
}

/** The order was already executed by another submit: its page shows the status. */
function refused(problem: ApiProblem): ConfirmOrderResult {
  if (problem.code === "invalid_transition") return { placed: true };
  return {
    placed: false,
    problem: { ...problem, errors: problem.errors?.map(atCheckbox) },
    order: orderSchema.safeParse(problem.order).data ?? null,
    codeSent: false,
  };
}

/** The service points into its own body; the form has a box per rule and one for the terms. */
function atCheckbox(error: FieldError): FieldError {
  if (error.pointer === "/accept/terms_version") return { ...error, pointer: "/terms" };
  return error.meta?.rule ? { ...error, pointer: `/rule/${error.meta.rule}` } : error;
}
