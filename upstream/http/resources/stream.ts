import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { type OrderPulse, pulseReply } from "../../../contract/order/order.ts";
import { statusQuery } from "../../../contract/order/order-steps.ts";
import type { Context } from "../../context.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { type OrderWithPayments, orderPulse, readWithPayments } from "../../orders/view/order-progress.ts";
import { etagOf } from "../etag.ts";
import { readInput } from "../request/input.ts";
import { holderOf } from "../request/order-access.ts";
import type { Incoming, Route, Service } from "../serve.ts";
import { asked, heldBy, told } from "./status.ts";

const endpoint: Endpoint = endpoints.ordersStream;

/** The only endless response, so it does not use `serve`. */
export const routes: Route[] = [{ name: "ordersStream", endpoint, answer }];

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Without it nginx buffers events.
  "X-Accel-Buffering": "no",
};

/** Reconnection delay for the client. */
const retryMs = 3000;

async function answer({ ctx, streams, watch }: Service, { request, caller }: Incoming): Promise<Response | Refusal> {
  const input = await readInput(endpoint, request);
  if (isRefusal(input)) return input;
  const refs = asked(statusQuery.parse(input.query));
  const holder = await holderOf(ctx, caller, ctx.clock.now());
  const held = heldBy(ctx, holder, await readWithPayments(ctx, refs));
  if (held.length === 0) return refuse("not_found");

  let leave = () => {};
  const stream = streams.open(caller.address, request.signal, () => leave());
  if (isRefusal(stream)) return stream;
  const tell = teller(ctx, stream.send);
  stream.send(`retry: ${retryMs}\n`);
  tell(held);
  leave = watch.add({
    refs,
    see(orders) {
      // A renewed order link closes the streams that the old one opened.
      const still = heldBy(ctx, holder, orders);
      if (still.length > 0) tell(still);
      else stream.end();
    },
  });
  // The body of a HEAD is not read, and an aborted signal fires no event.
  if (request.signal.aborted || request.method === "HEAD") stream.end();
  return new Response(stream.body, { headers });
}

/** Keep-alive: an unchanged order is sent again at this interval, which also corrects clocks. */
const tellAllEveryLooks = 15;

/**
 * Sends the orders that changed since the last event, in the form of orders/status. The event id is the ETag of
 * orders/status for the same orders.
 */
function teller(ctx: Context, send: (text: string) => void): (orders: OrderWithPayments[]) => void {
  let looks = 0;
  let before = new Map<string, string>();
  return (orders) => {
    const now = ctx.clock.now();
    const pulses = orders.map((order) => orderPulse(order, ctx.rails.sandbox, now));
    const state = new Map(pulses.map((pulse) => [pulse.ref, JSON.stringify(told(pulse))]));
    const changed = pulses.filter(({ ref }) => state.get(ref) !== before.get(ref));
    before = state;
    const isTurn = looks % tellAllEveryLooks === 0;
    looks += 1;
    if (isTurn || changed.length > 0) send(event(pulses, isTurn ? pulses : changed, now));
  };
}

function event(all: OrderPulse[], data: OrderPulse[], now: Date): string {
  const reply = pulseReply.parse({ data, meta: { server_time: now.toISOString() } });
  return `event: pulse\nid: ${etagOf(all.map(told))}\ndata: ${JSON.stringify(reply)}\n\n`;
}
