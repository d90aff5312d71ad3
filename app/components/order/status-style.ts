import { type OrderStatus, orderStatuses } from "../../../contract/order/order-states.ts";
import {
  ArrowLeftRight,
  BanknoteX,
  Blocks,
  Check,
  Circle,
  Clock,
  FilePen,
  type IconComponent,
  Megaphone,
  Pause,
  Scale,
  Send,
  TimerOff,
  TriangleAlert,
  Undo2 as Undo,
  X,
} from "../../ui/icons/icons.tsx";
import type { Tone } from "../../ui/messages/tone.ts";

type StatusStyle = { tone: Tone; icon: IconComponent };

/** Colour and icon of a status: who has to act. */
const statusStyles: Record<OrderStatus, StatusStyle> = {
  draft: { tone: "gray", icon: FilePen },
  awaiting_payment: { tone: "secondary", icon: Clock },
  payment_reported: { tone: "primary", icon: Megaphone },
  confirming: { tone: "primary", icon: Blocks },
  on_hold: { tone: "warning", icon: Pause },
  processing: { tone: "primary", icon: ArrowLeftRight },
  sending: { tone: "primary", icon: Send },
  completed: { tone: "success", icon: Check },
  refund_pending: { tone: "warning", icon: Undo },
  refunding: { tone: "primary", icon: Undo },
  refunded: { tone: "gray", icon: Undo },
  expired: { tone: "gray", icon: TimerOff },
  cancelled: { tone: "gray", icon: X },
  failed: { tone: "error", icon: TriangleAlert },
  disputed: { tone: "error", icon: Scale },
  charged_back: { tone: "error", icon: BanknoteX },
};

/** Null for a status that only a newer service knows. */
export function knownStatus(status: string): OrderStatus | null {
  return orderStatuses.find((name) => name === status) ?? null;
}

export function statusStyle(status: string): StatusStyle {
  const orderStatus = knownStatus(status);
  return orderStatus ? statusStyles[orderStatus] : { tone: "gray", icon: Circle };
}
