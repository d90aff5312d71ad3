import type { RailPayment, Rails } from "../../ports/rail.ts";
import type { PaymentFact } from "../rules/order-facts.ts";

/** `reportedAt`: when the rail last reported on it, where it keeps that. */
export type Progress = { reportedAt: Date | null };

/** Payments with the confirmations that their rails count now. The order itself is only told of changes of state. */
export async function withProgress<Payment extends RailPayment & Pick<PaymentFact, "status" | "confirmations">>(
  rails: Pick<Rails, "progress">,
  payments: readonly Payment[],
): Promise<(Payment & Progress)[]> {
  const progress = await rails.progress(payments.filter(({ status }) => status === "seen"));
  return payments.map((payment) => {
    const { confirmations, at } = progress.get(payment.id) ?? { confirmations: payment.confirmations, at: null };
    return { ...payment, confirmations, reportedAt: at };
  });
}
