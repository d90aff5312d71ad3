import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderKey } from "../../components/order/find-order.server.ts";
import { pulseOf } from "../../components/order/pulse.server.ts";

/** What the order page asks when it has no stream. 503 while the service does not answer: ask again later. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ref, token } = await orderKey(request, params.ref);
  const pulse = await pulseOf(request, ref, token);
  return pulse ? Response.json(pulse) : new Response(null, { status: 503 });
}
