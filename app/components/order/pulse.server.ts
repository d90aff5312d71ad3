import type { OrderPulse } from "../../../contract/order.ts";
import { api } from "../../api/client.server.ts";

/** The short state of one order, or null when the service does not tell. */
export async function pulseOf(request: Request, ref: string, token?: string): Promise<OrderPulse | null> {
  const answer = await api(request, "ordersStatus", { query: { ref: [ref] }, orderToken: token });
  return answer.ok ? (answer.data.data[0] ?? null) : null;
}
