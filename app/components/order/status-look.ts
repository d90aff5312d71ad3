import type { LucideIcon } from "lucide-react";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import BanknoteX from "lucide-react/icons/banknote-x";
import Blocks from "lucide-react/icons/blocks";
import Check from "lucide-react/icons/check";
import Circle from "lucide-react/icons/circle";
import Clock from "lucide-react/icons/clock";
import FilePen from "lucide-react/icons/file-pen";
import Megaphone from "lucide-react/icons/megaphone";
import Pause from "lucide-react/icons/pause";
import Scale from "lucide-react/icons/scale";
import Send from "lucide-react/icons/send";
import TimerOff from "lucide-react/icons/timer-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { type OrderStatus, orderStatuses } from "../../../contract/order/order-states.ts";
import type { Tone } from "../../ui/tone.ts";

type Look = { tone: Tone; icon: LucideIcon };

/** Whose move it is, as a colour and a sign. */
const looks: Record<OrderStatus, Look> = {
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

/** A status that a newer service knows and this website does not is null. */
export function knownStatus(status: string): OrderStatus | null {
  return orderStatuses.find((known) => known === status) ?? null;
}

export function statusLook(status: string): Look {
  const known = knownStatus(status);
  return known ? looks[known] : { tone: "gray", icon: Circle };
}
