import { endpoints } from "../../contract/calls/endpoints.ts";
import { accessibleOrder, credentialsOf } from "../http/request/order-access.ts";
import { readBytes } from "../http/request/read-bytes.ts";
import { type Route, serve } from "../http/serve.ts";
import type { EventContext } from "../orders/apply-event.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import { eventReporter } from "../orders/report-event.ts";
import { pollAfter } from "../orders/view/order-progress.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { refuse } from "../shared/rules/refusal.ts";

/** Not through `serve`: the signature covers the raw body, which must not be parsed before. */
const webhook: Route = {
  name: "gatewayWebhook",
  endpoint: endpoints.gatewayWebhook,
  async respond({ ctx }, { request }) {
    const receive = ctx.rails.webhook(new URL(request.url).pathname.split("/").at(-2) ?? "");
    if (!receive) return refuse("not_found");
    const body = await readBytes(request, endpoints.gatewayWebhook.bodyLimitBytes).catch(() => null);
    if (body === null) return refuse("bad_request");
    if (!body) return refuse("too_large");
    const refusal = await receive({ headers: request.headers, body, log: ctx.log }, eventReporter(ctx));
    return refusal ?? new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  },
};

export const gatewayCalls = [
  /**
   * The browser's return from a hosted gateway. Only `ref` is used: a browser's statement about a payment is not
   * trusted.
   */
  serve("gatewayConfirm", async ({ ctx, order, caller }) => {
    if (order.payinMethod !== "hosted_gateway") {
      return refuse("invalid_transition", { extra: { current_status: order.status } });
    }
    const verified = await reconcilePayin(ctx, order);
    const now = await accessibleOrder(ctx, order.ref, await credentialsOf(ctx, caller, ctx.clock.now()));
    if ("refused" in now) return now;
    return { data: { ref: now.ref, status: now.status, verified, poll_after: pollAfter(now.status) } };
  }),

  webhook,
];

/** False when the gateway that has the order's session did not answer, or is not known. */
async function reconcilePayin(ctx: EventContext, { ref, fromAsset, payinRail }: OrderRow): Promise<boolean> {
  if (payinRail === null) return false;
  try {
    const gateway = ctx.rails.payinOf({ rail: payinRail, asset: fromAsset, method: "hosted_gateway" });
    return await gateway.reconcile({ ref }, eventReporter(ctx));
  } catch (error) {
    if (error instanceof RailUnavailable) return false;
    throw error;
  }
}
