import { classNames } from "../../ui/class-names.ts";
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Circle,
  type IconComponent,
  RefreshCw,
  TicketPercent,
  Undo2,
} from "../../ui/icons/icons.tsx";

const icons: Record<string, IconComponent> = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  withdrawal_fee: ArrowUpRight,
  order_payin: ArrowLeftRight,
  order_payout: ArrowLeftRight,
  refund: Undo2,
  affiliate: TicketPercent,
  promo: TicketPercent,
  withdrawal_returned: Undo2,
  debt_repayment: RefreshCw,
  adjustment: RefreshCw,
  chargeback: Undo2,
};

/** What kind of movement; with a dashed ring while it is not booked. */
export function TransactionMark({ type, pending = false }: { type: string; pending?: boolean }) {
  const Icon = icons[type] ?? Circle;
  return (
    <span
      className={classNames(
        "grid size-9 shrink-0 place-items-center rounded-full text-ink-2",
        pending ? "border border-dashed border-control" : "bg-inset",
      )}
    >
      <Icon size={18} />
    </span>
  );
}
