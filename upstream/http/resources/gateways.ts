import { endpoints } from "../../../contract/calls/endpoints.ts";
import { refuse } from "../../domain/refusal.ts";
import { pollAfter } from "../../orders/view/order-pulse.ts";
import { askGateway } from "../../rails/nebulox/reconcile-session.ts";
import { takeEvent } from "../../rails/nebulox/webhook.ts";
import { verifiedWebhook } from "../../rails/nebulox/webhook-signature.ts";
import { heldOrder, holderOf } from "../request/held-order.ts";
import { readBytes } from "../request/read-bytes.ts";
import { type Route, serve } from "../serve.ts";

/** Not by `serve`: the signature is over the body as it came, so that nothing may have read it before. */
const webhook: Route = {
  name: "gatewayWebhook",
  endpoint: endpoints.gatewayWebhook,
  async answer({ ctx }, { request }) {
    const gateway = ctx.rails.gateway(new URL(request.url).pathname.split("/").at(-2) ?? "");
    if (!gateway) return refuse("not_found");
    const body = await readBytes(request, endpoints.gatewayWebhook.bodyLimitBytes).catch(() => null);
    if (body === null) return refuse("bad_request");
    if (!body) return refuse("too_large");
    const id = verifiedWebhook(gateway.webhookSecrets, request.headers, body, ctx.clock.now());
    if (id === undefined) return refuse("signature_invalid");
    const refusal = await takeEvent(ctx, id, body);
    return refusal ?? new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  },
};

export const routes = [
  /** Of the body only `ref` is used: nothing that a browser says of a payment is a reason to believe it. */
  serve("nebuloxConfirm", async ({ ctx, order, caller }) => {
    if (order.payinMethod !== "hosted_gateway") {
      return refuse("invalid_transition", { extra: { current_status: order.status } });
    }
    const verified = await askGateway(ctx, order);
    const now = await heldOrder(ctx, order.ref, await holderOf(ctx, caller, ctx.clock.now()));
    if ("refused" in now) return now;
    return { data: { ref: now.ref, status: now.status, verified, poll_after: pollAfter(now.status) } };
  }),

  webhook,
];
