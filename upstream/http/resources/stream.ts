import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { type OrderPulse, pulseReply } from "../../../contract/order/order.ts";
import { statusQuery } from "../../../contract/order/order-steps.ts";
import type { Context } from "../../context.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { type OrderWithPayments, orderPulse, readWithPayments } from "../../orders/view/order-pulse.ts";
import { etagOf } from "../etag.ts";
import { holderOf } from "../request/held-order.ts";
import { readInput } from "../request/input.ts";
import type { Incoming, Route, Service } from "../serve.ts";
import { asked, heldBy, told } from "./status.ts";

const endpoint: Endpoint = endpoints.ordersStream;

/** The only answer that does not end by itself, so it goes its own way beside `serve`. */
export const routes: Route[] = [{ name: "ordersStream", endpoint, answer }];

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // nginx would keep events back until it has a page of them.
  "X-Accel-Buffering": "no",
};

/** After a break the client comes back so soon. */
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
      // A link that was renewed opens nothing any more, not even what it has opened before.
      const still = heldBy(ctx, holder, orders);
      if (still.length > 0) tell(still);
      else stream.end();
    },
  });
  // Nobody reads the body of a HEAD, and whoever has gone already will not say so again.
  if (request.signal.aborted || request.method === "HEAD") stream.end();
  return new Response(stream.body, { headers });
}

/** So often an order that stands still is told again, so that the connection is seen to live and clocks stay true. */
const tellAllEveryLooks = 15;

/**
 * Tells those of the orders that have changed since the last time, as orders/status would. The id of an event is the
 * ETag that orders/status gives for the same orders.
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
