import { createHash } from "node:crypto";
import { type SandboxEvent, sandboxEvents } from "../../../contract/order/order-states.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import type { OrderKey } from "../../components/order/find-order.server.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { OrderForm, ProcessForm } from "./order-form.server.ts";

/** The result of an action: the order changed, data to show, or a refusal. */
export type OrderActionResult =
  | { did: "moved" }
  | { did: "answered"; link?: string; mailed?: boolean }
  | { did: "refused"; problem: ApiProblem };

/** Runs the action of the pressed button. */
export async function runAction(args: RouteArgs, key: OrderKey, form: OrderForm): Promise<OrderActionResult> {
  const { ref, token: orderToken } = key;
  switch (form.intent) {
    case "cancel":
      return outcomeOf(await api(args, "exchangeCancel", { orderToken, body: { ref } }));
    case "expire":
      return outcomeOf(await api(args, "exchangeExpire", { orderToken, body: { ref } }));
    case "show_link":
      return linkOf(args.request, key);
    case "send_link":
      return mailLink(args, key);
    default:
      return "version" in form ? decide(args, key, form) : simulate(args, key, form.intent);
  }
}

/**
 * The customer's decision. The idempotency key contains the version of the order on the screen and the input, so that a
 * double press is one decision and a corrected address a new one.
 */
async function decide(args: RouteArgs, { ref, token }: OrderKey, form: ProcessForm): Promise<OrderActionResult> {
  const { intent: action, version, refund, payout, info } = form;
  const typed = [refund?.account, payout?.account, info].filter((text) => text).join("\n");
  const words = typed ? `:${createHash("sha256").update(typed).digest("base64url").slice(0, 22)}` : "";
  return outcomeOf(
    await api(args, "exchangeProcess", {
      orderToken: token,
      idempotencyKey: `process:${ref}:${version}:${action}${words}`,
      body: { ref, action, refund, payout, info },
    }),
  );
}

async function simulate(args: RouteArgs, { ref, token }: OrderKey, intent: string): Promise<OrderActionResult> {
  const event = sandboxEvents.find((name): name is SandboxEvent => `sandbox:${name}` === intent);
  if (!event) throw new Error(`Unknown button: ${intent}`);
  return outcomeOf(await api(args, "sandboxEvents", { orderToken: token, body: { ref, event } }));
}

/** Sent only to the email address in the order. */
async function mailLink(args: RouteArgs, { ref, token }: OrderKey): Promise<OrderActionResult> {
  const tracked = await api(args, "exchangeTrack", { query: { ref }, orderToken: token });
  if (!tracked.ok) return { did: "refused", problem: tracked.problem };
  const { email } = tracked.data.data;
  if (!email) return { did: "moved" };
  const sent = await api(args, "exchangeTrackMail", { body: { ref, email } });
  return sent.ok ? { did: "answered", mailed: true } : { did: "refused", problem: sent.problem };
}

/** Only a browser with the token can show the link; a member's session cannot. */
function linkOf(request: Request, { ref, token }: OrderKey): OrderActionResult {
  if (!token) return { did: "refused", problem: { status: 404, code: "not_found" } };
  return { did: "answered", link: `${publicOrigin(request)}${href(langOf(request), `/order/${ref}`)}?t=${token}` };
}

function outcomeOf(response: { ok: true } | { ok: false; problem: ApiProblem }): OrderActionResult {
  return response.ok ? { did: "moved" } : { did: "refused", problem: response.problem };
}
