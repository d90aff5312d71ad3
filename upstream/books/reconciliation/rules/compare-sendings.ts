import type { CreditComparison } from "./compare-credits.ts";
import type { Difference, SideAmount } from "./difference.ts";
import type { PlacedAmount, StatementSending } from "./statement-lines.ts";

/**
 * A movement of money out as the ledger has it, minor units. `moved`: what it has booked as sent, of a sweep as arrived.
 * `effects`: the same by place, without `fees`. `endedAt`: null while it is under way.
 */
export type BookedMovement = {
  id: string;
  asset: string;
  amount: bigint;
  moved: bigint;
  effects: readonly PlacedAmount[];
  /** Above zero: what was booked as network fees. */
  fees: readonly PlacedAmount[];
  endedAt: Date | null;
};

/**
 * Compares what was sent for a movement with what is booked of it; a side that has none is undefined. `readAt`: what the ledger
 * booked after that may not be in the rail's book yet.
 */
export function compareSending(
  sending: StatementSending | undefined,
  movement: BookedMovement | undefined,
  readAt: Date,
): CreditComparison {
  const effects = [
    ...(sending ? [...sending.effects, ...negated(sending.fees)] : []),
    ...(movement ? [...negated(movement.effects), ...movement.fees] : []),
  ];
  return { differences: differencesOf(sending, movement, readAt), effects };
}

function differencesOf(
  sending: StatementSending | undefined,
  movement: BookedMovement | undefined,
  readAt: Date,
): Difference[] {
  // What left without a movement of ours and is `later` is about to be booked.
  const isUnderWay = sending?.movementId === null && sending.state === "later";
  if (!movement) return sending && !isUnderWay ? [unasked(sending)] : [];
  const { id: subject, asset, amount, moved, endedAt } = movement;
  if (endedAt === null) {
    if (!sending?.isLongOver) return [];
    const rail = { asset: sending.asset, amount: sending.moved };
    return [{ what: "held_open", subject, rail, ledger: { asset, amount } }];
  }
  // Its transaction is later than the statement, or may be in a block that the rail has not read.
  if (sending?.state === "later" || (sending?.state !== "included" && endedAt >= readAt)) return [];
  const railMoved = sending?.moved ?? 0n;
  const sides = { rail: side(sending?.asset ?? asset, railMoved), ledger: side(asset, moved) };
  return [...movedDifferently(sending, movement, sides), ...feeDifferences(sending, movement)];
}

/** Signed for nobody, or sent without being in the list of what was signed. */
function unasked({ movementId, txId: subject, asset, amount }: StatementSending): Difference {
  const what = movementId === null ? "rail_without_sent" : "signed_unknown";
  return { what, subject, rail: { asset, amount }, ledger: null };
}

function movedDifferently(
  sending: StatementSending | undefined,
  { id, moved }: BookedMovement,
  sides: Pick<Difference, "rail" | "ledger">,
): Difference[] {
  const subject = sending?.txId ?? id;
  if (sides.rail === null && sides.ledger === null) return [];
  if (sides.rail === null) return [{ what: "sent_without_rail", subject: id, ...sides }];
  if (sides.ledger === null) return [{ what: "rail_without_sent", subject, ...sides }];
  if (sides.rail.asset !== sides.ledger.asset) return [{ what: "asset_differs", subject, ...sides }];
  return sides.rail.amount === moved ? [] : [{ what: "amount_differs", subject, ...sides }];
}

/** By asset, wherever each side took the fee from: that is the balances' question. */
function feeDifferences(sending: StatementSending | undefined, { id, fees }: BookedMovement): Difference[] {
  const assets = new Set([...(sending?.fees ?? []), ...fees].map(({ asset }) => asset));
  return [...assets].flatMap((asset) => {
    const [rail, ledger] = [sumOf(sending?.fees ?? [], asset), sumOf(fees, asset)];
    if (rail === ledger) return [];
    const subject = sending?.txId ?? id;
    return [{ what: "fee_differs", subject, rail: side(asset, rail), ledger: side(asset, ledger) } as const];
  });
}

const side = (asset: string, amount: bigint): SideAmount | null => (amount === 0n ? null : { asset, amount });
const sumOf = (amounts: readonly PlacedAmount[], asset: string) =>
  amounts.reduce((sum, placedAmount) => (placedAmount.asset === asset ? sum + placedAmount.amount : sum), 0n);
const negated = (amounts: readonly PlacedAmount[]) =>
  amounts.map((placedAmount) => ({ ...placedAmount, amount: -placedAmount.amount }));
