import type { SandboxEvent } from "../../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { order } from "../../../db/schema/index.ts";
import { dueOn, type Invoice, isInvoicePayable, paidOn, pendingOn, refundedOn } from "./invoice.ts";

type OrderRow = Pick<typeof order.$inferSelect, "disputes" | "status">;
type Name =
  | "pay"
  | "part"
  | "bank"
  | "clears"
  | "fails"
  | "decline"
  | "dispute"
  | "mark"
  | "refund_part"
  | "refund_all"
  | "seller_yields"
  | "seller_wins";

/** A button of the page: its event and amount (`minor` for the label, `amount` for the event). */
export type Choice = {
  name: Name;
  actor: "payer" | "seller";
  event: SandboxEvent;
  minor: bigint;
  amount: string | null;
  isMain: boolean;
};

/** PayPal accounts use cents. */
const decimals = 2;

/** Actions at PayPal about an invoice in its current state, by its payer and by the seller. */
export function choicesOf(invoice: Invoice, { disputes }: OrderRow): Choice[] {
  const due = dueOn(invoice);
  const part = (due * 60n) / 100n;
  const netPaid = paidOn(invoice) - refundedOn(invoice);
  const isDisputed = disputes.some(({ state }) => state === "open");
  const isPending = pendingOn(invoice) > 0n;
  const all: (Choice | false)[] = [
    due > 0n && choice("pay", "payer", "pay_exact", due, true),
    part > 0n && choice("part", "payer", "pay_partial", part),
    due > 0n && choice("bank", "payer", "pay_pending", due),
    isPending && choice("clears", "payer", "confirm", pendingOn(invoice), true),
    isPending && choice("fails", "payer", "pay_vanish", pendingOn(invoice)),
    isInvoicePayable(invoice) && choice("decline", "payer", "invoice_cancelled"),
    netPaid > 0n && !isDisputed && choice("dispute", "payer", "dispute_opened", netPaid),
    due > 0n && choice("mark", "seller", "invoice_marked_paid", due),
    netPaid > 1n && choice("refund_part", "seller", "refunded_at_rail", netPaid / 2n),
    netPaid > 0n && choice("refund_all", "seller", "refunded_at_rail", netPaid),
    isDisputed && choice("seller_wins", "seller", "dispute_won"),
    isDisputed && choice("seller_yields", "seller", "dispute_lost"),
  ];
  return all.filter((candidate) => candidate !== false);
}

function choice(name: Name, actor: Choice["actor"], event: SandboxEvent, minor = 0n, isMain = false): Choice {
  return { name, actor, event, minor, amount: minor > 0n ? formatDecimal(minor, decimals) : null, isMain };
}
