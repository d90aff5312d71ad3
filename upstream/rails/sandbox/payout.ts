import { and, asc, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Orm, Tx } from "../../db/database.ts";
import { outgoing, sandboxSent, sandboxStep, sweepPart } from "../../db/schema/index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { PartEnd, PayoutRail, RailMovement, Reading } from "../../ports/payout-rail.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { depositAddress } from "./address.ts";
import { impossible, withRefund } from "./invoice/invoice.ts";
import { changeInvoice, invoiceOf } from "./invoice/invoice-store.ts";
import {
  failureFee,
  mostNetworkFee,
  type Network,
  needsSweep,
  networkFee,
  networkOf,
  railId,
  transactionId,
} from "./network.ts";
import { outcomeAt, type TestOutcome } from "./test-accounts.ts";

type Reader = Pick<Orm, "select">;
/** The services the sandbox's payouts need. With a pace of 0 every transfer ends at once. */
export type SandboxDesk = { db: Database; clock: Clock; ids: Ids; paceMs: number };

/** Simulated payouts and refunds of an asset. Throws `RailUnavailable` for an unknown asset. */
export function sandboxPayout(desk: SandboxDesk, asset: string): PayoutRail {
  const network = networkOf(asset);
  if (!network) throw new RailUnavailable(`The sandbox has no rail for ${asset}`);

  const gas = mostNetworkFee(network);
  return {
    id: railId(network),
    gas,
    sweepGas: gas && { ...gas, from: "hot" },
    async gasNow() {
      const usual = networkFee(network)?.amount ?? 0n;
      return { charged: gas?.amount ?? 0n, transfer: usual, sweep: usual };
    },
    hotAddress: needsSweep(network) ? depositAddress(network, "hot") : null,
    withinMinutes: null,
    read: async ({ id }) => {
      const reading = readingOf(network, await recordsOf(desk.db.orm, id));
      return needsSweep(network) ? withParts(network, reading, await partsOf(desk.db.orm, id)) : reading;
    },
    prepare: async ({ id, account }) =>
      outcomeAt(network, account) === "refused"
        ? { state: "refused", reason: "test_account" }
        : { state: "prepared", plan: transactionId(network, id) },
    broadcast: (movement, txId) => desk.db.transaction((tx) => broadcast(desk, tx, network, movement, txId)),
  };
}

async function broadcast(
  desk: SandboxDesk,
  tx: Tx,
  network: Network,
  movement: RailMovement,
  txId: string,
): Promise<void> {
  const { id, asset, account } = movement;
  // Of two calls at the same time the second finds what the first has done.
  const [asked] = await tx.select().from(outgoing).where(eq(outgoing.id, id)).for("update");
  if (!asked) throw new Error(`The sandbox was asked to send ${id}, which is in no books`);
  const records = await recordsOf(tx, id);
  if (readingOf(network, records).state !== "unknown" || (await isToBeRefused(desk, tx, asked, records))) return;
  const at = desk.clock.now();
  const step = { id: desk.ids.newId("sbx"), orderRef: asked.orderRef, dueAt: at };
  if (!(await isReturned(desk, tx, asked, txId))) {
    const details = { outgoing: id, reason: "nothing_left_of_payment" };
    await tx.insert(sandboxStep).values({ ...step, step: `refuse_${movement.kind}`, details, doneAt: at });
    return;
  }
  await refuseParts(desk, tx, movement);
  await tx.insert(sandboxSent).values({ id, asset, amount: movement.amount.toString(), account, txId, at });
  for (const next of stepsOf(desk, { outcome: outcomeAt(network, account), kind: movement.kind }))
    await tx.insert(sandboxStep).values({ ...step, ...next, id: desk.ids.newId("sbx"), details: { outgoing: id } });
}

type Planned = Pick<typeof sandboxStep.$inferInsert, "step" | "dueAt" | "doneAt">;

/** What will happen to a transfer that was sent: it arrives after a while, and to a test account what that stands for. */
function stepsOf(
  { clock, paceMs }: SandboxDesk,
  { outcome, kind }: { outcome: TestOutcome | undefined; kind: RailMovement["kind"] },
): Planned[] {
  const at = clock.now();
  const [dueAt, afterwards] = [1, 2].map((times) => new Date(at.getTime() + times * paceMs));
  const settle: Planned[] = paceMs === 0 ? [] : [{ step: "settle", dueAt: dueAt ?? at }];
  switch (outcome) {
    case "reverted":
      return [{ step: `refuse_${kind}`, dueAt: at, doneAt: at }];
    case "displaced":
      return [{ step: "displace", dueAt: at, doneAt: at }];
    case "returned":
      return [...settle, { step: "return", dueAt: afterwards ?? at }];
    case "late":
      return [
        { step: `refuse_${kind}`, dueAt: at, doneAt: at },
        { step: "arrive_late", dueAt: afterwards ?? at },
      ];
    default:
      return settle;
  }
}

type Records = {
  sent: typeof sandboxSent.$inferSelect | null;
  steps: (typeof sandboxStep.$inferSelect)[];
  isRefusalAsked: boolean;
};

/** What the sandbox has of a transfer, in one statement, since every read of a rail asks for it. */
async function recordsOf(tx: Reader, id: string): Promise<Records> {
  const asked = tx
    .select({ id: sandboxStep.id })
    .from(sandboxStep)
    .where(
      and(
        eq(sandboxStep.orderRef, outgoing.orderRef),
        eq(sandboxStep.step, sql`'refuse_' || ${outgoing.kind}`),
        isNull(sandboxStep.doneAt),
      ),
    );
  const rows = await tx
    .select({ sent: sandboxSent, step: sandboxStep, isRefusalAsked: sql<boolean>`${exists(asked)}` })
    .from(outgoing)
    .leftJoin(sandboxSent, eq(sandboxSent.id, outgoing.id))
    .leftJoin(sandboxStep, sql`${sandboxStep.details}->>'outgoing' = ${outgoing.id}`)
    .where(eq(outgoing.id, id));
  const [{ sent = null, isRefusalAsked = false } = {}] = rows;
  return { sent, isRefusalAsked, steps: rows.flatMap(({ step }) => step ?? []) };
}

/** What became of a transfer, by the sandbox's own records. */
function readingOf(network: Network, { sent, steps }: Records): Reading {
  const isDone = (name: string) => steps.some(({ step, doneAt }) => step === name && doneAt !== null);
  if (isDone("displace")) return { state: "void", reason: "displaced" };
  const refusal = steps.find(({ step, doneAt }) => step.startsWith("refuse_") && doneAt !== null);
  if (refusal && !isDone("arrive_late"))
    return { state: "reverted", reason: refusal.details.reason ?? "sandbox", networkFee: failureFee(network) };
  if (!sent) return { state: "unknown" };
  if (steps.some(({ step, doneAt }) => step === "settle" && doneAt === null)) return { state: "pending" };
  const ended = { txId: sent.txId, networkFee: networkFee(network) };
  const isBack = isDone("return_payout") || isDone("return");
  return isBack ? { state: "returned", ...ended, amount: null } : { state: "settled", ...ended };
}

type Part = { address: string; isRefused: boolean };

/** The addresses of a sweep; none of another movement. */
async function partsOf(tx: Reader, id: string): Promise<Part[]> {
  const refused = tx
    .select({ id: sandboxStep.id })
    .from(sandboxStep)
    .where(
      and(
        eq(sandboxStep.step, failedAddress),
        sql`${sandboxStep.details}->>'outgoing' = ${sweepPart.sweepId}`,
        sql`${sandboxStep.details}->>'address' = ${sweepPart.address}`,
      ),
    );
  return tx
    .select({ address: sweepPart.address, isRefused: sql<boolean>`${exists(refused)}` })
    .from(sweepPart)
    .where(eq(sweepPart.sweepId, id))
    .orderBy(asc(sweepPart.address));
}

/** A test has planned a step of this name: the next transfer from the address in its `details` fails. */
export const failedAddress = "fail_from_address";

async function refuseParts(desk: SandboxDesk, tx: Tx, { id, parts = [] }: RailMovement): Promise<void> {
  if (parts.length === 0) return;
  const addresses = parts.map(({ address }) => address);
  await tx
    .update(sandboxStep)
    .set({
      doneAt: desk.clock.now(),
      details: sql`${sandboxStep.details} || ${JSON.stringify({ outgoing: id })}::jsonb`,
    })
    .where(
      and(
        ...[eq(sandboxStep.step, failedAddress), isNull(sandboxStep.doneAt)],
        inArray(sql`${sandboxStep.details}->>'address'`, addresses),
      ),
    );
}

/** A sweep ends by address, each with a transfer and a fee of its own. */
function withParts(network: Network, reading: Reading, parts: readonly Part[]): Reading {
  if (parts.length === 0 || (reading.state !== "settled" && reading.state !== "returned")) return reading;
  const [fee, lostFee] = [networkFee(network), failureFee(network)];
  const ends: PartEnd[] = parts.map(({ address, isRefused }) => ({
    ...{ address, hasArrived: !isRefused, txId: transactionId(network, `${reading.txId} from ${address}`) },
    fee: (isRefused ? lostFee : fee)?.amount ?? 0n,
  }));
  const spent = ends.reduce((sum, end) => sum + (end.fee ?? 0n), 0n);
  const total = fee && { ...fee, amount: spent };
  if (!ends.some(({ hasArrived }) => hasArrived))
    return { state: "reverted", reason: "every address was refused", networkFee: total };
  return { ...reading, networkFee: total, parts: ends };
}

type Asked = typeof outgoing.$inferSelect;

/** The panel has requested that the next payout or refund of this order is refused; applies to one `id` permanently. */
async function isToBeRefused(
  desk: SandboxDesk,
  tx: Tx,
  { id, orderRef, kind }: Asked,
  { isRefusalAsked }: Records,
): Promise<boolean> {
  if (orderRef === null || !isRefusalAsked) return false;
  const requested = await tx
    .update(sandboxStep)
    .set({ doneAt: desk.clock.now(), details: { outgoing: id } })
    .where(and(eq(sandboxStep.orderRef, orderRef), eq(sandboxStep.step, `refuse_${kind}`), isNull(sandboxStep.doneAt)))
    .returning({ id: sandboxStep.id });
  return requested.length > 0;
}

/** A refund of an invoice payment is recorded at the simulated PayPal, which refunds no more than was paid. */
async function isReturned(
  desk: SandboxDesk,
  tx: Tx,
  { id, orderRef, kind, amount, account }: Asked,
  txId: string,
): Promise<boolean> {
  if (kind !== "refund" || orderRef === null) return true;
  const invoice = await invoiceOf(tx, { orderRef });
  if (!invoice?.payments.some((payment) => payment.id === account)) return true;
  const at = desk.clock.now();
  const refund = { id: txId, paymentId: account, amount, outgoingId: id, at };
  const changed = await changeInvoice(tx, { id: invoice.id }, at, (current) => withRefund(current, refund));
  return changed !== impossible;
}
