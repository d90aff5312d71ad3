import type { LoaderFunctionArgs } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { orderKey } from "../../components/order/find-order.server.ts";

/** Polled by the order page when it has no stream. 503 while the service does not answer: poll again later. */
export async function loader(args: LoaderFunctionArgs) {
  const { ref, token } = await orderKey(args, args.params.ref);
  const response = await api(args, "ordersStatus", { query: { ref: [ref] }, orderToken: token });
  if (response.ok) return Response.json(response.data.data[0]);
  // Another customer's order gets the answer of one that does not exist.
  const isNoOrder = ["not_found", "validation_failed", "bad_request"].includes(response.problem.code);
  return new Response(null, { status: isNoOrder ? 404 : 503 });
}
