import { and, eq, sql } from "drizzle-orm";
import { payment } from "../../../db/schema/index.ts";
import type { OrderEvent } from "../../../orders/rules/order-event.ts";
import type { ReportEvent } from "../../../ports/rail.ts";
import type { Refusal } from "../../../shared/rules/refusal.ts";
import { confirmationsOf, requiredConfirmations } from "../confirmations.ts";
import type { EvmNetwork } from "../settings.ts";
import { evmRail, readSource, type SourceDesk } from "../source.ts";
import { type CreditRow, markTold, nextStateOf, type OwnedCredit } from "./credit-news.ts";

/** Tells an order of a credit at its address; that it has heard is written in the order's own transaction. */
export async function tellOrderOfCredit(
  desk: Pick<SourceDesk, "db">,
  network: EvmNetwork,
  { credit, asset, ref }: Pick<OwnedCredit, "credit"> & { asset: string; ref: string },
  report: ReportEvent,
): Promise<Refusal | undefined> {
  const state = nextStateOf(credit);
  const event = await eventOf(desk, network, { credit, asset, state });
  return report(ref, event, (tx) => markTold(tx, credit, state));
}

async function eventOf(
  { db }: Pick<SourceDesk, "db">,
  network: EvmNetwork,
  { credit, asset, state }: { credit: CreditRow; asset: string; state: CreditRow["state"] },
): Promise<OrderEvent> {
  const named = { rail: evmRail, railPaymentId: credit.id };
  if (state === "gone") {
    const isOurs = and(eq(payment.rail, evmRail), eq(sql`lower(${payment.railPaymentId})`, credit.id));
    const [booked] = await db.orm.select({ status: payment.status }).from(payment).where(isOurs);
    return { name: booked?.status === "final" ? "payment_reversed" : "payment_vanished", ...named };
  }
  const source = await readSource(db.orm);
  const confirmations = source ? confirmationsOf(network, source, { height: credit.height, state }) : 0;
  const required = requiredConfirmations(network);
  const { amount, replaces } = credit;
  const paid = {
    ...named,
    asset,
    amount,
    railFee: 0n,
    confirmations,
    required,
    sender: credit.payer ?? credit.sender,
    ...(replaces !== null && { replaces }),
  };
  return { name: state === "final" ? "payment_final" : "payment_seen", payment: paid };
}
