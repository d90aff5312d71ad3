import type { CreditComparison } from "./compare-credits.ts";
import type { Difference, SideAmount } from "./difference.ts";
import type { BlockedPayment, PlacedAmount } from "./statement-lines.ts";

/**
 * What the ledger has moved aside or lost of an order's payments at a rail because a payer disputes them. `before`: what of it was
 * booked before the end of the statement. Minor units.
 */
export type BookedBlock = { orderRef: string; asset: string; amount: bigint; before: bigint };

/**
 * Compares what a rail has blocked or taken back of the payments of an order with what is booked of their disputes. What was booked
 * after the statement may be missing in it. `subject`: names it where the rail has nothing of it.
 */
export function compareBlocks(
  blocks: readonly BlockedPayment[],
  booked: BookedBlock | undefined,
  subject: string,
): CreditComparison {
  const blocked = blocks.reduce((sum, { amount }) => sum + amount, 0n);
  const asset = blocks[0]?.asset ?? booked?.asset ?? "";
  const effects: PlacedAmount[] = blocks.map((block) => ({ place: "hot", asset: block.asset, amount: -block.amount }));
  if (booked) effects.push({ place: "hot", asset: booked.asset, amount: booked.amount });
  const isUnderWay = blocks.some((block) => block.isUnderWay);
  if (isUnderWay || blocked === (booked?.amount ?? 0n) || (booked && blocked === booked.before))
    return { differences: [], effects };
  const side = (amount: bigint): SideAmount | null => (amount === 0n ? null : { asset, amount });
  const sides = { rail: side(blocked), ledger: side(booked?.amount ?? 0n) };
  const what: Difference["what"] =
    sides.rail === null ? "sent_without_rail" : sides.ledger === null ? "rail_without_sent" : "amount_differs";
  return { differences: [{ what, subject: blocks.at(-1)?.txId ?? subject, ...sides }], effects };
}
