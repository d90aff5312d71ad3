import { and, asc, eq, sql } from "drizzle-orm";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { currentFee } from "./fees.ts";
import { followSigner } from "./follow-signer.ts";
import type { PayoutParts } from "./payout-parts.ts";
import { minedReceipts, type TransactionRow } from "./read-payout.ts";
import { topUp } from "./sweeps/top-ups.ts";

/** Transactions looked at in one run: the oldest block the others. */
const mostTransactions = 300;
/** So long the first one may wait before it gets dearer. */
const stuckMs = 120_000;

/** All versions at one nonce of one account, the dearest last. */
type Versions = readonly [TransactionRow, ...TransactionRow[]];

/**
 * Sends again what is signed and in no block and in no pool, in the order of the nonces, and makes the first one dearer that has
 * waited too long. Learns first what the signer has signed, which this database may not know after a crash or a restore.
 */
export async function keepSending(parts: PayoutParts): Promise<void> {
  await followSigner(parts);
  const rows = await parts.desk.db.orm
    .select()
    .from(evmTransaction)
    .where(eq(evmTransaction.isFinal, false))
    // Payouts first, however many sweeps wait.
    .orderBy(
      sql`${evmTransaction.step} <> 'payout'`,
      asc(evmTransaction.sender),
      asc(evmTransaction.nonce),
      asc(evmTransaction.seq),
    )
    .limit(mostTransactions);
  const waiting = await withoutMined(parts, byNonce(rows));
  await sendMissing(parts, waiting);
  for (const versions of firstOfEach(waiting)) await bump(parts, versions);
}

/** Those of which no version is in a block; marks those of which one is final. */
async function withoutMined(parts: PayoutParts, all: readonly Versions[]): Promise<Versions[]> {
  const receipts = await minedReceipts(parts, all.flat());
  const waiting: Versions[] = [];
  for (const versions of all) {
    const mined = versions.map(({ tx }) => receipts.get(tx)).filter((receipt) => receipt !== undefined);
    const [{ sender, nonce }] = versions;
    const ofNonce = and(eq(evmTransaction.sender, sender), eq(evmTransaction.nonce, nonce));
    if (mined.length === 0) waiting.push(versions);
    else if (mined.some(({ isFinal }) => isFinal))
      await parts.desk.db.orm.update(evmTransaction).set({ isFinal: true }).where(ofNonce);
  }
  return waiting;
}

async function sendMissing({ node }: PayoutParts, waiting: readonly Versions[]): Promise<void> {
  const newest = waiting.map(dearest);
  const isThere = await node.hasTransactions(newest.map(({ tx }) => tx));
  for (const [at, { bytes }] of newest.entries()) if (!isThere[at]) await node.send(bytes);
}

/** A further version at the same nonce, within the limits of the settings and of the signer. */
async function bump(parts: PayoutParts, versions: Versions): Promise<void> {
  const { desk, fees, signer, node } = parts;
  const newest = dearest(versions);
  if (desk.clock.now().getTime() - newest.recordedAt.getTime() < stuckMs) return;
  const least = (newest.maxFee * 9n + 7n) / 8n;
  const current = (await currentFee(parts)) ?? fees.cap;
  const maxFee = current > least ? current : least;
  if (maxFee > fees.cap) return;
  if (await isToppedUpFirst(parts, newest, maxFee)) return;
  const { movementId: id, step, asset, recipient: to, amount, deposit, nonce, sender } = newest;
  const fields = { id, step, asset, to, amount: amount.toString(), maxFee: maxFee.toString() };
  const signed = await signer.sign({ ...fields, ...(deposit !== null && { deposit }) });
  if (signed !== "signed") return;
  await followSigner(parts);
  const ofNonce = and(eq(evmTransaction.sender, sender), eq(evmTransaction.nonce, nonce));
  const [, ...others] = await desk.db.orm.select().from(evmTransaction).where(ofNonce).orderBy(asc(evmTransaction.seq));
  const added = others.at(-1);
  if (added) await node.send(added.bytes);
}

/** A deposit address may lack the coin for a dearer version of its transfer: it gets that first. */
async function isToppedUpFirst(
  parts: PayoutParts,
  { step, deposit, movementId, asset, amount, gas, sender }: TransactionRow,
  maxFee: bigint,
): Promise<boolean> {
  if (step !== "sweep" || deposit === null) return false;
  const [balance = 0n] = await parts.node.coinBalances([sender]);
  const lacking = gas * maxFee + (asset === parts.network.native ? amount : 0n) - balance;
  if (lacking <= 0n) return false;
  if ((await topUp(parts, { movementId, deposit, amount: lacking, maxFee })) !== "signed") return true;
  await followSigner(parts);
  const ofGasAccount = eq(evmTransaction.sender, parts.network.key.gas.checksummed);
  const open = and(ofGasAccount, eq(evmTransaction.isFinal, false));
  const signed = await parts.desk.db.orm.select().from(evmTransaction).where(open).orderBy(asc(evmTransaction.nonce));
  for (const { bytes } of signed) await parts.node.send(bytes);
  return true;
}

function byNonce(rows: readonly TransactionRow[]): Versions[] {
  const groups = new Map<string, [TransactionRow, ...TransactionRow[]]>();
  for (const row of rows) {
    const key = `${row.sender} ${row.nonce}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** The lowest nonce of each account: the others wait for it. */
function firstOfEach(waiting: readonly Versions[]): Versions[] {
  const senders = new Set<string>();
  return waiting.filter(([{ sender }]) => {
    const isFirst = !senders.has(sender);
    senders.add(sender);
    return isFirst;
  });
}

const dearest = (versions: Versions): TransactionRow => versions.at(-1) ?? versions[0];
