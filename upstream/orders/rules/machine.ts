import { type OrderStatus, orderStatuses } from "../../../contract/order/order-states.ts";
import { machine } from "./machine-table.ts";
import { type OrderEventName, orderEvents } from "./order-event.ts";

/** Statuses this event may lead to; empty where it is not allowed. */
export function targetsOf(status: OrderStatus, event: OrderEventName): readonly OrderStatus[] {
  return machine[status][event]?.to ?? [];
}

/** Every other status an order can reach from this one in one step. */
export function leavesTo(status: OrderStatus): OrderStatus[] {
  const reached = new Set(orderEvents.flatMap((event) => targetsOf(status, event)));
  return orderStatuses.filter((target) => target !== status && reached.has(target));
}

/** The table as Markdown, printed in docs/architecture.md. */
export function machineAsMarkdown(): string {
  const rows = orderStatuses.flatMap((status) =>
    orderEvents.flatMap((event) => {
      const cell = machine[status][event];
      return cell ? [`| \`${status}\` | \`${event}\` | ${cell.to.join(", ")} | ${cell.why} |`] : [];
    }),
  );
  return ["| status | event | leads to | why |", "|---|---|---|---|", ...rows].join("\n");
}
