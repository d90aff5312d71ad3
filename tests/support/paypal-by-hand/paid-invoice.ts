import { and, eq } from "drizzle-orm";
import { paypalTask } from "../../../upstream/db/schema/index.ts";
import { paypalAccount } from "../orders/example-customer.ts";
import { type HandExchange, screenshots } from "./hand-exchange.ts";

type InvoicePayment = { tx: string; amount: string };

/**
 * Two people enter that the invoice of an order was sent and paid: anna enters each payment, boris confirms it. Returns the number
 * of its task.
 */
export async function enterPaidInvoice(
  hand: HandExchange,
  ref: string,
  payments: readonly InvoicePayment[],
  account = paypalAccount,
): Promise<string> {
  const { ctx } = hand.service;
  const [task] = await ctx.db.orm
    .select()
    .from(paypalTask)
    .where(and(eq(paypalTask.orderRef, ref), eq(paypalTask.kind, "invoice")));
  const number = String(task?.number);
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD-EFGH" });
  for (const payment of payments) {
    const facts = { ...payment, reason: "seen at PayPal" };
    const about = { fee: "0", at: ctx.clock.now().toISOString(), account, screenshot: screenshots.picture };
    await hand.must("anna", "tasks received", { number, ...facts, ...about });
    await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), ...facts });
  }
  return number;
}
