import { type DisputeCase, type DisputeEnd, isBlocked, isOpenCase, willBeBlocked } from "../cases.ts";
import type { BlockLine, BookDispute, BookLine } from "./book.ts";
import { isRefundType, isReversalType } from "./line-money.ts";

/** What a line says of a case. `caseId`: null for one that nobody has entered, since the report does not number cases. */
export type DisputeProposal = { line: BlockLine; kind: "disputed" | DisputeEnd; caseId: string | null };

/** What PayPal has blocked or taken back by a line; below zero for what it has released. */
const sizeOf = ({ gross, fee }: BookLine) => fee - gross;
const totalOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const blockedBy = (lines: readonly BookLine[]) => totalOf(lines.map(sizeOf));

/** What is away of a payment by its cases, booked, and once all that was entered is confirmed. */
export function awayByCases(disputes: readonly BookDispute[], payment: string): { booked: bigint; entered: bigint } {
  const ofPayment = disputes.filter(({ ofTx }) => ofTx === payment);
  const sum = (isAway: (dispute: DisputeCase) => boolean) =>
    totalOf(ofPayment.filter(isAway).map(({ amount }) => amount));
  return { booked: sum(isBlocked), entered: sum(willBeBlocked) };
}

/**
 * PayPal pays a payer who has won out as a refund: such a line belongs to the case and is no refund of its own, if it is as much as the
 * holds and releases of its payment leave open. `blocks`: those lines.
 */
export function refundsOfCases(
  lines: readonly BookLine[],
  blocks: readonly BlockLine[],
  disputes: readonly BookDispute[],
): BlockLine[] {
  const taken: BlockLine[] = [];
  for (const line of lines) {
    const { reference, type, gross } = line;
    if (reference === null || gross >= 0n || !isRefundType(type)) continue;
    const before = [...blocks, ...taken].filter(
      (blockLine) => blockLine.reference === reference && blockLine.balance !== null,
    );
    const open = awayByCases(disputes, reference).entered - blockedBy(before);
    if (open === sizeOf(line)) taken.push({ ...line, reference });
  }
  return taken;
}

/** What the lines about a payment say that nobody has entered of its cases: at most one step for each payment. */
export function proposeDisputes(blocks: readonly BlockLine[], disputes: readonly BookDispute[]): DisputeProposal[] {
  const payments = [...new Set(blocks.map(({ reference }) => reference))];
  return payments.flatMap((payment) => {
    const lines = blocks.filter(({ reference, balance }) => reference === payment && balance !== null);
    const ofPayment = disputes.filter(({ ofTx }) => ofTx === payment);
    return proposeStep(lines, ofPayment, blockedBy(lines) - awayByCases(disputes, payment).entered) ?? [];
  });
}

/** `more`: what PayPal blocks beyond what was entered; below zero for less. */
function proposeStep(
  lines: readonly BlockLine[],
  disputes: readonly BookDispute[],
  more: bigint,
): DisputeProposal | undefined {
  const used = new Set(disputes.flatMap((dispute) => dispute.lines));
  const free = lines.filter(({ number }) => !used.has(number));
  const open = disputes.filter(isOpenCase);
  if (more === 0n) return proposeLoss(lines, free, open);
  const line = free.findLast((candidate) => sizeOf(candidate) === more);
  if (!line) return undefined;
  if (more > 0n) return { line, kind: "disputed", caseId: null };
  const won = open.find(({ amount }) => amount === -more);
  return won && { line, kind: "dispute_won", caseId: won.caseId };
}

/** PayPal releases what it holds and takes it back at once, by another line. One that has opened the case says nothing of its end. */
function proposeLoss(
  lines: readonly BlockLine[],
  free: readonly BlockLine[],
  open: readonly BookDispute[],
): DisputeProposal | undefined {
  for (const { amount, caseId } of open) {
    const isReleased = lines.some((line) => sizeOf(line) === -amount);
    const line = free.findLast(
      (candidate) =>
        sizeOf(candidate) === amount &&
        (isRefundType(candidate.type) || (isReleased && isReversalType(candidate.type))),
    );
    if (line) return { line, kind: "dispute_lost", caseId };
  }
}
