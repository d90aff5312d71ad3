import type { Tx } from "../../../db/database.ts";
import { isAnswerDue, openPaypalDisputes } from "../../../orders/paypal-disputes.ts";
import type { Figure } from "../metrics.ts";

/** Cases at PayPal by hand that PayPal decides for the payer within 48 hours, or has, where nobody answers. */
export async function paypalDisputeFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const due = (await openPaypalDisputes(tx)).filter((dispute) => isAnswerDue(dispute, now));
  return [
    {
      name: "paypal_disputes_due",
      help: "Disputes at PayPal by hand that have to be answered within 48 hours, or were not answered in time.",
      values: [{ value: due.length }],
    },
  ];
}
