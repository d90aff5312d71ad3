import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Orm, Tx } from "../../db/database.ts";
import { outgoing, sandboxSent, sandboxStep } from "../../db/schema/index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { type PayoutRail, RailUnavailable, type SendResult } from "../../ports/rail.ts";
import { impossible, withRefund } from "./invoice/invoice.ts";
import { changeInvoice, invoiceOf } from "./invoice/invoice-store.ts";
import { failureFee, type Network, networkFee, networkOf, railId, transactionId } from "./network.ts";

type Movement = typeof outgoing.$inferSelect;
type Reader = Pick<Orm, "select">;
/** The services the sandbox's payouts need. With a pace of 0 every transfer ends at once. */
export type SandboxDesk = { db: Database; clock: Clock; ids: Ids; paceMs: number };

/**
 * Simulated payouts and refunds of an asset. A repeated call with the same id returns the same result: sent, in
 * progress or refused. Throws `RailUnavailable` for an unknown asset.
 */
export function sandboxPayout(desk: SandboxDesk, asset: string): PayoutRail {
  const network = networkOf(asset);
  if (!network) throw new RailUnavailable(`The sandbox has no rail for ${asset}`);

  return {
    id: railId(network),
    gas: networkFee(network),
    read: async ({ id }) => (await resultOf(desk.db.orm, network, id)) ?? { state: "unknown" },
    send: (input) =>
      desk.db.transaction(async (tx): Promise<SendResult> => {
        const txId = transactionId(network, input.id);
        const known = await resultOf(tx, network, input.id);
        if (known) return known;
        const movement = await movementOf(tx, input.id);
        if (await isToBeRefused(desk, tx, movement)) return refusedBy(network);
        if (!(await isReturned(desk, tx, movement, input, txId)))
          return { state: "refused", reason: "nothing_left_of_payment", networkFee: null };

        const { id, asset, account } = input;
        const at = desk.clock.now();
        await tx.insert(sandboxSent).values({ id, asset, amount: input.amount.toString(), account, txId, at });
        if (desk.paceMs === 0) return sent(network, id);
        await tx.insert(sandboxStep).values({
          id: desk.ids.newId("sbx"),
          orderRef: movement.orderRef,
          step: "settle",
          details: { outgoing: id },
          dueAt: new Date(at.getTime() + desk.paceMs),
        });
        return { state: "pending" };
      }),
  };
}

const refusedBy = (network: Network): SendResult => {
  return { state: "refused", reason: "sandbox", networkFee: failureFee(network) };
};
const sent = (network: Network, id: string): SendResult => {
  return { state: "sent", txId: transactionId(network, id), networkFee: networkFee(network) };
};

/** What became of a transfer; undefined for one that was never begun. */
async function resultOf(tx: Reader, network: Network, id: string): Promise<SendResult | undefined> {
  if (await wasRefused(tx, id)) return refusedBy(network);
  if (!(await wasSent(tx, id))) return undefined;
  return (await isUnderWay(tx, id)) ? { state: "pending" } : sent(network, id);
}

async function wasSent(tx: Reader, id: string): Promise<boolean> {
  const rows = await tx.select({ id: sandboxSent.id }).from(sandboxSent).where(eq(sandboxSent.id, id));
  return rows.length > 0;
}

const ofOutgoing = (id: string) => sql`${sandboxStep.details}->>'outgoing' = ${id}`;

async function isUnderWay(tx: Reader, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sandboxStep.id })
    .from(sandboxStep)
    .where(and(eq(sandboxStep.step, "settle"), ofOutgoing(id), isNull(sandboxStep.doneAt)));
  return rows.length > 0;
}

async function wasRefused(tx: Reader, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sandboxStep.id })
    .from(sandboxStep)
    .where(and(ofOutgoing(id), isNotNull(sandboxStep.doneAt), sql`${sandboxStep.step} like 'refuse_%'`));
  return rows.length > 0;
}

/** The panel has requested that the next payout or refund of this order is refused; applies to one `id` permanently. */
async function isToBeRefused(desk: SandboxDesk, tx: Tx, movement: Movement): Promise<boolean> {
  const requested = await tx
    .update(sandboxStep)
    .set({ doneAt: desk.clock.now(), details: { outgoing: movement.id } })
    .where(
      and(
        eq(sandboxStep.orderRef, movement.orderRef),
        eq(sandboxStep.step, `refuse_${movement.kind}`),
        isNull(sandboxStep.doneAt),
      ),
    )
    .returning({ id: sandboxStep.id });
  return requested.length > 0;
}

/** A refund of an invoice payment is recorded at the simulated PayPal, which refunds no more than was paid. */
async function isReturned(
  desk: SandboxDesk,
  tx: Tx,
  movement: Movement,
  { id, amount, account }: { id: string; amount: bigint; account: string },
  txId: string,
): Promise<boolean> {
  const invoice = await invoiceOf(tx, { orderRef: movement.orderRef });
  if (movement.kind !== "refund" || !invoice?.payments.some((payment) => payment.id === account)) return true;
  const at = desk.clock.now();
  const refund = { id: txId, paymentId: account, amount, outgoingId: id, at };
  const changed = await changeInvoice(tx, { id: invoice.id }, at, (known) => withRefund(known, refund));
  return changed !== impossible;
}

/** What is being sent. A transfer that is in no order's books is not simulated: nobody could say when it ended. */
async function movementOf(tx: Tx, id: string): Promise<Movement> {
  const [movement] = await tx.select().from(outgoing).where(eq(outgoing.id, id));
  if (!movement) throw new Error(`The sandbox was asked to send ${id}, which no order sends`);
  return movement;
}
