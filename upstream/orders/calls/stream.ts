import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { type OrderPulse, pulseReply } from "../../../contract/order/order.ts";
import { orderStatusQuery } from "../../../contract/order/order-steps.ts";
import { etagOf } from "../../http/etag.ts";
import { readInput } from "../../http/request/input.ts";
import { credentialsOf } from "../../http/request/order-access.ts";
import type { Incoming, Route, Service } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { type OrderWithPayments, orderProgress, readWithPayments } from "../view/order-progress.ts";
import { accessibleOrders, progressReply, requestedRefs } from "./status.ts";

const endpoint: Endpoint = endpoints.ordersStream;

/** The only endless response, so it does not use `serve`. */
export const streamCalls: Route[] = [{ name: "ordersStream", endpoint, respond }];

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Without it nginx buffers events.
  "X-Accel-Buffering": "no",
};

/** Reconnection delay for the client. */
const retryMs = 3000;

async function respond({ ctx, streams, watch }: Service, { request, caller }: Incoming): Promise<Response | Refusal> {
  const input = await readInput(endpoint, request);
  if (isRefusal(input)) return input;
  const refs = requestedRefs(orderStatusQuery.parse(input.query));
  const holder = await credentialsOf(ctx, caller, ctx.clock.now());
  const accessible = accessibleOrders(ctx, holder, await readWithPayments(ctx, refs));
  if (accessible.length === 0) return refuse("not_found");

  let leave = () => {};
  const stream = streams.open(caller.address, request.signal, () => leave());
  if (isRefusal(stream)) return stream;
  const sendChanges = changeSender(ctx, stream.send);
  stream.send(`retry: ${retryMs}\n`);
  sendChanges(accessible);
  leave = watch.add({
    refs,
    onChange(orders) {
      // A renewed order link closes the streams that the old one opened.
      const still = accessibleOrders(ctx, holder, orders);
      if (still.length > 0) sendChanges(still);
      else stream.end();
    },
  });
  // The body of a HEAD is not read, and an aborted signal fires no event.
  if (request.signal.aborted || request.method === "HEAD") stream.end();
  return new Response(stream.body, { headers });
}

/** Keep-alive: an unchanged order is sent again at this interval, which also corrects clocks. */
const fullEveryPolls = 15;

/**
 * Sends the orders that changed since the last event, in the form of orders/status. The event id is the ETag of
 * orders/status for the same orders.
 */
function changeSender(ctx: Context, send: (text: string) => void): (orders: OrderWithPayments[]) => void {
  let polls = 0;
  let before = new Map<string, string>();
  return (orders) => {
    const now = ctx.clock.now();
    const pulses = orders.map((order) => orderProgress(ctx, order, now));
    const state = new Map(pulses.map((pulse) => [pulse.ref, JSON.stringify(progressReply(pulse))]));
    const changed = pulses.filter(({ ref }) => state.get(ref) !== before.get(ref));
    before = state;
    const isTurn = polls % fullEveryPolls === 0;
    polls += 1;
    if (isTurn || changed.length > 0) send(event(pulses, isTurn ? pulses : changed, now));
  };
}

function event(all: OrderPulse[], data: OrderPulse[], now: Date): string {
  const reply = pulseReply.parse({ data, meta: { server_time: now.toISOString() } });
  return `event: pulse\nid: ${etagOf(all.map(progressReply))}\ndata: ${JSON.stringify(reply)}\n\n`;
}
