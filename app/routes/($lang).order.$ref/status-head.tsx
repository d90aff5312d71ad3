import type { Order } from "../../../contract/order/order.ts";
import { OrderNumber } from "./order-number.tsx";
import type { OrderTexts } from "./texts/use-order-texts.ts";

/** The status of an open order in one sentence, the next step and its deadline. */
export function StatusHead({ order, texts }: { order: Order; texts: OrderTexts }) {
  return (
    <header className="max-w-text space-y-2">
      <OrderNumber order={order} />
      <h1 className="text-h1">{texts.title}</h1>
      <p className="text-lead text-ink-2">{texts.next}</p>
    </header>
  );
}
