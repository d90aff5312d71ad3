import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderKey } from "../../components/order/find-order.server.ts";
import { pulseOf } from "../../components/order/pulse.server.ts";
import { factsOf } from "../../http/request-facts.server.ts";
import { pulseStream } from "./pulse-stream.server.ts";

/** Tells the order page of a change within seconds. 204 ends it for good: the page then asks by itself. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ref, token } = await orderKey(request, params.ref);
  const stream = pulseStream(factsOf(request).signal, () => pulseOf(request, ref, token));
  return stream ?? new Response(null, { status: 204 });
}
