import { and, inArray } from "drizzle-orm";
import { sandboxStep } from "../../db/schema/index.ts";
import type { PaymentProgress, ReadProgress } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import { confirmationsAt, paymentStep } from "./step.ts";

/** Confirmations of the sandbox's payments, from its scheduled steps. */
export function sandboxProgress({ db }: Pick<RailDesk, "db">): ReadProgress {
  return async (payments) => {
    const sandboxPayments = payments.filter(({ rail }) => rail.startsWith("sandbox-"));
    if (sandboxPayments.length === 0) return new Map();
    const refs = sandboxPayments.flatMap(({ orderRef }) => orderRef ?? []);
    const rows = await db.orm
      .select()
      .from(sandboxStep)
      .where(and(inArray(sandboxStep.orderRef, refs), inArray(sandboxStep.step, ["pay", "vanish"])));
    const progressById = new Map<string, PaymentProgress>();
    for (const { step, details } of rows) {
      const planned = paymentStep(step === "vanish" ? "vanish" : "pay", details);
      const { rail, railPaymentId } = planned.payment;
      const paid = sandboxPayments.find((payment) => payment.rail === rail && payment.railPaymentId === railPaymentId);
      if (paid) progressById.set(paid.id, { confirmations: confirmationsAt(planned), at: null });
    }
    return progressById;
  };
}
