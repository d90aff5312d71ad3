import type { Order } from "../../../contract/order/order.ts";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import type { ApiResponse } from "../service/api-client.ts";
import { executedOrder, type OpenedOrder, type OrderKey, paypalToUsdt, type Service, track } from "./order-steps.ts";

/** An order with a sent invoice of 100 dollars. */
export const invoicedOrder = (service: Service): Promise<OpenedOrder> => executedOrder(service, paypalToUsdt);

/** Triggers a PayPal event; returns the order afterwards. Fails when the event is refused. */
export async function paypalEvent(
  service: Service,
  key: OrderKey,
  event: SandboxEvent,
  amount?: string,
): Promise<Order> {
  const response: ApiResponse<"sandboxEvents"> = await tryPaypalEvent(service, key, event, amount);
  if (response.status !== 202) throw new Error(`${event} was refused: ${JSON.stringify(response.problem())}`);
  return track(service, key);
}

export function tryPaypalEvent({ call }: Service, { ref, token }: OrderKey, event: SandboxEvent, amount?: string) {
  return call("sandboxEvents", { token, body: { ref, event, amount: amount ?? null } });
}

/** `on_hold amount_mismatch`, or `completed`. */
export const statusWithHold = ({ status, hold }: Order) => (hold ? `${status} ${hold.reason}` : status);
