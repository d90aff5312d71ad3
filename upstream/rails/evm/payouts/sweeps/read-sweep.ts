import type { PartEnd, Reading } from "../../../../ports/payout-rail.ts";
import type { PayoutParts } from "../payout-parts.ts";
import { hasMovedOnChain, irreversibleHeight, progressOf } from "../read-payout.ts";
import { finalOf, isUnsigned, type PartState, type SweepState, skippedAfterMs, topUpsByNonce } from "./sweep-state.ts";

/**
 * What became of a sweep: settled or reverted once each address has ended, with what that has cost there and at the gas
 * account. An address has ended when its transfer and all its top-ups are final; one whose transfer is not signed any more,
 * when its top-ups are; one that has failed, once its network cannot take that back. `unknown` also where the network has
 * taken back what was final: the same is sent again.
 */
export async function readSweep(rail: PayoutParts, { parts, receipts }: SweepState): Promise<Reading> {
  const now = rail.desk.clock.now();
  const ends = await withoutReversibleFailures(rail, { parts, receipts }, (part) => endOf(rail, part, receipts, now));
  const signed = parts.flatMap(({ transfers, topUps }) => [...transfers, ...topUps]);
  if (ends.every((end) => end !== undefined)) return settledOr(rail, { parts, receipts }, ends);
  const isTakenBack = (tx: { nonce: number; sender: string; isFinal: boolean }) =>
    tx.isFinal && !signed.some((version) => isSameNonce(version, tx) && receipts.has(version.tx));
  if (signed.some(isTakenBack)) return { state: "unknown" };
  if (parts.some(isUnsigned)) {
    const isBegun = signed.length > 0 || parts.some(({ skipped }) => skipped !== null);
    return { state: isBegun ? "unfinished" : "unknown" };
  }
  const waiting = parts.find((part, at) => ends[at] === undefined && part.transfers.length > 0);
  if (!waiting) return { state: "pending" };
  const mined = waiting.transfers.flatMap(({ tx }) => receipts.get(tx) ?? []);
  return { state: "pending", progress: await progressOf(rail, waiting.transfers, mined) };
}

/** The end of each address; undefined also where it has failed and the network may still include the same transaction as a success. */
async function withoutReversibleFailures(
  rail: PayoutParts,
  { parts, receipts }: SweepState,
  endOfPart: (part: PartState) => PartEnd | undefined,
): Promise<(PartEnd | undefined)[]> {
  const ends = parts.map(endOfPart);
  if (!ends.some((end) => end?.hasArrived === false)) return ends;
  const irreversible = await irreversibleHeight(rail);
  return ends.map((end, at) => {
    const signed = [...(parts[at]?.transfers ?? []), ...(parts[at]?.topUps ?? [])];
    return end?.hasArrived === false && newestBlock(receipts, signed) > irreversible ? undefined : end;
  });
}

/** The newest block with one of these transactions; 0 where none is mined. */
const newestBlock = (receipts: SweepState["receipts"], transactions: readonly { tx: string }[]): number =>
  Math.max(0, ...transactions.map(({ tx }) => receipts.get(tx)?.blockNumber ?? 0));

const isSameNonce = (a: { nonce: number; sender: string }, b: { nonce: number; sender: string }) =>
  a.nonce === b.nonce && a.sender === b.sender;

/** Undefined while it has not ended. */
function endOf(
  { network }: PayoutParts,
  part: PartState,
  receipts: SweepState["receipts"],
  now: Date,
): PartEnd | undefined {
  const { address, amount, deposit, transfers, skipped } = part;
  // Whose address it is nobody knows here: the signer could not be asked for it.
  if (deposit === null) return { address, hasArrived: false, txId: null, fee: null, reason: "address_unknown" };
  const topUps = topUpsByNonce(part).map((versions) => finalOf(versions, receipts));
  if (topUps.some((topUp) => topUp === undefined)) return undefined;
  const spent = topUps.reduce(
    (sum, topUp) => {
      if (!topUp) return sum;
      const { version, receipt } = topUp;
      const arrived = receipt.status === "0x1" ? version.amount : 0n;
      return {
        toppedUp: sum.toppedUp + arrived,
        topUpFee: sum.topUpFee + receipt.gasUsed * receipt.effectiveGasPrice,
      };
    },
    { toppedUp: 0n, topUpFee: 0n },
  );
  const gas = { asset: network.native, ...spent, remainder: 0n };
  if (transfers.length === 0) {
    const isOver = skipped !== null && now.getTime() - skipped.at.getTime() >= skippedAfterMs;
    return isOver ? { address, hasArrived: false, txId: null, fee: 0n, gas, reason: skipped.reason } : undefined;
  }
  const final = finalOf(transfers, receipts);
  if (!final) return undefined;
  const hasArrived = hasMovedOnChain(final.version, final.receipt);
  const fee = final.receipt.gasUsed * final.receipt.effectiveGasPrice;
  const remainder = hasArrived ? amount - final.version.amount : 0n;
  const reason = final.receipt.status === "0x1" ? "token_moved_nothing" : "reverted";
  return {
    ...{ address, hasArrived, txId: final.version.tx, fee, gas: { ...gas, remainder } },
    ...(!hasArrived && { reason }),
  };
}

async function settledOr(rail: PayoutParts, { receipts }: SweepState, ends: readonly PartEnd[]): Promise<Reading> {
  const arrived = ends.find(({ hasArrived }) => hasArrived);
  if (!arrived) return { state: "reverted", reason: "no address could be swept", networkFee: null, parts: ends };
  const newest = Math.max(...[...receipts.values()].map(({ blockNumber }) => blockNumber));
  const isReversible = newest > (await irreversibleHeight(rail));
  return { state: "settled", txId: arrived.txId ?? "", networkFee: null, parts: ends, isReversible };
}
