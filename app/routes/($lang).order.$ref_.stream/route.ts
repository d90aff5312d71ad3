import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiStream } from "../../api/client.server.ts";
import { orderKey } from "../../components/order/find-order.server.ts";

/** Streams changes of the order to its page. 204 ends it: the page then polls. */
export async function loader(args: LoaderFunctionArgs) {
  const { ref, token } = await orderKey(args, args.params.ref);
  const events = await apiStream(args, "ordersStream", { query: { ref: [ref] }, orderToken: token });
  if (!events) return new Response(null, { status: 204 });
  return new Response(events, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
}
