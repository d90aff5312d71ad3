import type { Order } from "../../../../contract/order/order.ts";
import { statusStyle } from "../../../components/order/status-style.ts";
import { Card } from "../../../ui/card.tsx";
import { classNames } from "../../../ui/class-names.ts";
import type { Tone } from "../../../ui/messages/tone.ts";
import { OrderNumber } from "../order-number.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { EndedSums } from "./ended-sums.tsx";
import { OutcomeActions } from "./outcome-actions.tsx";

const circle: Partial<Record<Tone, string>> = { error: "bg-error-100 text-error-700" };

/** An order that ended without its exchange: what became of the money, and the next step if there is one. */
export function EndedHead({ order, texts }: { order: Order; texts: OrderTexts }) {
  const { tone, icon: Icon } = statusStyle(order.status);
  return (
    <Card main>
      <div className="flex items-center gap-4">
        <span
          className={classNames(
            "grid size-12 shrink-0 place-items-center rounded-full",
            circle[tone] ?? "bg-gray-100 text-gray-700",
          )}
        >
          <Icon size={24} />
        </span>
        <OrderNumber order={order} className="flex-col !items-start !gap-1.5" />
      </div>
      <h1 className="mt-4 text-h2">{texts.title}</h1>
      <p className="mt-1 max-w-text text-body text-ink-2">{texts.next}</p>
      <EndedSums order={order} texts={texts} />
      <OutcomeActions order={order} className="mt-5" />
    </Card>
  );
}
