import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { PlacedAmount, RailPlace, StatementSending } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../../../db/database.ts";
import { evmSpend } from "../../../db/schema/evm.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { namesOfSweep, sweepOfName } from "../payouts/sweeps/top-ups.ts";
import type { EvmNetwork } from "../settings.ts";
import type { StatementBlock } from "./statement-block.ts";

type Signed = typeof evmTransaction.$inferSelect;
type Spend = typeof evmSpend.$inferSelect;
/** One version of a transaction, and what it did where it is in a block. */
type Version = { signed: Signed; spend: Spend | null };

/** Movements, or transactions, read at once. */
const pageSize = 300;

/** Ten minutes of the main network, in which the payout guard has read every movement again. */
const longOverBlocks = 50;

/** The first transaction of each movement has its name, so a page of these has all movements. */
const isMovement = sql`strpos(${evmTransaction.movementId}, ':') = 0`;

/** All that the signer has signed, by movement, then what left our accounts without being in its list. */
export async function* sendingsAt(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
): AsyncGenerator<readonly StatementSending[]> {
  for (let after = ""; ; ) {
    const movements = await tx
      .selectDistinct({ id: evmTransaction.movementId })
      .from(evmTransaction)
      .where(and(gt(evmTransaction.movementId, after), isMovement))
      .orderBy(asc(evmTransaction.movementId))
      .limit(pageSize);
    const last = movements.at(-1);
    if (!last) break;
    const ids = movements.map(({ id }) => id);
    yield await sendingsAmong(tx, network, block, ids);
    after = last.id;
  }
  yield* unlisted(tx, network, block);
}

export async function sendingsAmong(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
  ids: readonly string[],
): Promise<readonly StatementSending[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ signed: evmTransaction, spend: evmSpend })
    .from(evmTransaction)
    .leftJoin(evmSpend, eq(evmSpend.tx, evmTransaction.tx))
    // A sweep may have topped up an address again, under a name of its own.
    .where(inArray(evmTransaction.movementId, ids.flatMap(namesOfSweep)))
    .orderBy(asc(evmTransaction.seq));
  const byMovement = new Map<string, Version[]>();
  for (const row of rows) {
    const id = sweepOfName(row.signed.movementId);
    byMovement.set(id, [...(byMovement.get(id) ?? []), row]);
  }
  return [...byMovement].map(([id, versions]) => sendingOf(network, block, id, versions));
}

function sendingOf(
  network: EvmNetwork,
  block: StatementBlock,
  movementId: string,
  versions: readonly Version[],
): StatementSending {
  const mined = versions.filter((version): version is Version & { spend: Spend } => version.spend !== null);
  const included = mined.filter(({ spend }) => spend.height <= block.height);
  const main = included.filter(({ signed, spend }) => signed.step !== "topup" && spend.succeeded);
  // A top-up may be signed or mined after another address's transfer; it moves the coin, whatever the sweep moves.
  const isTransfer = ({ signed }: Version) => signed.step !== "topup";
  const named =
    included.findLast(isTransfer) ?? mined.findLast(isTransfer) ?? included.at(-1) ?? mined.at(-1) ?? versions.at(-1);
  if (!named) throw new Error("A sending has a transaction");
  const { tx: txId, asset, amount, step } = named.signed;
  const isOver = step === "payout" && included.some(({ spend }) => spend.height <= block.height - longOverBlocks);
  return {
    ...{ movementId, txId, asset, amount },
    moved: main.reduce((sum, { signed }) => sum + signed.amount, 0n),
    effects: included.flatMap(({ signed, spend }) => (spend.succeeded ? effectsOf(network, signed) : [])),
    fees: included.map(({ signed, spend }) => feeOf(network, placeOf(signed), spend)),
    state: mined.length > included.length ? "later" : mined.length > 0 ? "included" : "signed",
    isLongOver: isOver,
  };
}

const placeOf = ({ step }: Pick<Signed, "step">): RailPlace =>
  (({ payout: "hot", topup: "gas", sweep: "deposits" }) as const)[step];

function effectsOf({ native }: EvmNetwork, { step, asset, amount }: Signed): PlacedAmount[] {
  if (step === "payout") return [{ place: "hot", asset, amount: -amount }];
  if (step === "topup")
    return [
      { place: "gas", asset: native, amount: -amount },
      { place: "deposits", asset: native, amount },
    ];
  return [
    { place: "deposits", asset, amount: -amount },
    { place: "hot", asset, amount },
  ];
}

const feeOf = ({ native }: EvmNetwork, place: RailPlace, { fee }: Spend): PlacedAmount => ({
  place,
  asset: native,
  amount: fee,
});

/** What it moved of tokens is not known from here; the balance of the account shows it. */
async function* unlisted(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
): AsyncGenerator<readonly StatementSending[]> {
  for (let after = ""; ; ) {
    const rows = await tx
      .select({ spend: evmSpend })
      .from(evmSpend)
      .leftJoin(evmTransaction, eq(evmTransaction.tx, evmSpend.tx))
      .where(and(isNull(evmTransaction.tx), lte(evmSpend.height, block.height), gt(evmSpend.tx, after)))
      .orderBy(asc(evmSpend.tx))
      .limit(pageSize);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ spend }) => unlistedSending(network, spend));
    after = last.spend.tx;
  }
}

function unlistedSending(network: EvmNetwork, spend: Spend): StatementSending {
  const { hot, gas } = network.key;
  const place = spend.sender === hot.place ? "hot" : spend.sender === gas.place ? "gas" : "deposits";
  const { tx: txId, amount } = spend;
  return {
    ...{ movementId: null, txId, asset: network.native, amount, moved: amount, isLongOver: true, state: "included" },
    effects: [{ place, asset: network.native, amount: -amount }],
    fees: [feeOf(network, place, spend)],
  };
}
