import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Ids } from "../../../ports/ids.ts";
import type { PayinRail } from "../../../ports/rail.ts";
import { followInvoice } from "../../paypal/follow-invoice.ts";
import type { InvoiceReader } from "../../paypal/invoice-reading.ts";
import { railId } from "../network.ts";
import { pagePath } from "../pages/page.ts";
import { cancelled, feeOf, impossible, isInvoicePayable, paidOn, statusOf } from "./invoice.ts";
import { changeInvoice, invoiceOf, openInvoice } from "./invoice-store.ts";

/** The payer's page; the page itself is in page.ts beside it. */
export const invoicePath = "invoice/:id";

/** Simulated PayPal invoicing. It has its own data, knows an order's number only as a reference, and can be queried. */
export function sandboxInvoices(desk: { db: Database; clock: Clock; ids: Ids }): PayinRail & InvoiceReader {
  const reader: InvoiceReader = {
    id: railId("paypal"),
    async read({ ref }) {
      const invoice = await invoiceOf(desk.db.orm, { orderRef: ref });
      if (!invoice) return null;
      const payments = invoice.payments.map((payment) => ({ ...payment, fee: feeOf(payment) }));
      return { status: statusOf(invoice), payments, refunds: invoice.refunds };
    },
  };
  return {
    ...reader,
    async issue({ ref, asset, amount, payer, language }) {
      const { id } = await openInvoice(desk, { orderRef: ref, asset, amount, payer });
      const invoiceUrl = pagePath({ path: invoicePath }, id, language);
      return { method: "paypal_invoice", address: null, memo: null, uri: null, redirectUrl: null, invoiceUrl };
    },

    /** PayPal closes only invoices without any payment, so the simulation does too. */
    async withdraw({ ref }) {
      return desk.db.transaction(async (tx) => {
        const before = await invoiceOf(tx, { orderRef: ref });
        if (!before || before.isCancelled) return "withdrawn";
        const done = await changeInvoice(tx, { orderRef: ref }, desk.clock.now(), (invoice) =>
          isInvoicePayable(invoice) && paidOn(invoice) === 0n ? cancelled(invoice) : impossible,
        );
        return done === impossible ? "too_late" : "withdrawn";
      });
    },

    async reconcile({ ref }, report) {
      const refusal = await followInvoice(desk, reader, ref, report);
      return refusal?.refused !== "not_found";
    },
  };
}
