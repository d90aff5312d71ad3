import { currencyAssets } from "../../../market/rules/currency-assets.ts";
import type { PaypalNotice } from "../read-notice.ts";
import type { Book, BookLine, BookTask } from "../report/book.ts";
import { matchLines, type Proposal } from "../report/match-lines.ts";

/** The task that a notice looks like, and what would be entered. */
export type NoticeProposal = { task: BookTask; kind: Proposal["kind"] };

/** `at`: when it was received. Null where it looks like no task. Each notice alone: a false one takes no task from a true one. */
export function proposalOfNotice(notice: PaypalNotice, book: Book, at: Date): NoticeProposal | null {
  if (notice.kind === "dispute") return openingOf(notice, book);
  const [proposal] = matchLines({ ...book, lines: [lineOfNotice(notice, book, at)] }).proposals;
  return proposal ? { task: proposal.task, kind: proposal.kind } : null;
}

function openingOf({ tx }: PaypalNotice, book: Book): NoticeProposal | null {
  const ref = book.payments.get(tx)?.orderRef;
  const task = book.tasks.find(({ kind, orderRef }) => kind === "invoice" && orderRef === ref && ref !== undefined);
  return task ? { task, kind: "disputed" } : null;
}

/** As PayPal's report would have it. A refund of what we have paid came back; of what we were paid it left. */
export function lineOfNotice(
  { kind, tx, amount, currency, account, original }: PaypalNotice,
  book: Book,
  at: Date,
): BookLine {
  const isReturn = kind === "refund" && book.entries.some((entry) => entry.kind === "paid" && entry.tx === original);
  const isReceived = kind === "received" || isReturn;
  const [, asset = null] = Object.entries(currencyAssets).find(([name]) => name === currency.toLowerCase()) ?? [];
  return {
    ...{ number: 0, tx, at, status: "Completed", asset, currency, fee: 0n, balance: 0n, reference: original },
    ...{ type: kind === "refund" ? "Payment Refund" : "Payment", gross: isReceived ? amount : -amount, account },
  };
}

/** `entered`: it waits for its second person, who may reject it. `over`: PayPal's report has it, or it was entered and confirmed. */
export type NoticeStanding = "open" | "entered" | "over";

/** Whether what a notice says is still to be entered. Of a dispute its opening counts, by case. */
export function standingOf({ kind, tx, caseId }: PaypalNotice, book: Book): NoticeStanding {
  if (kind === "dispute") {
    const entered = book.disputes.find((dispute) =>
      caseId === null ? dispute.ofTx === tx : dispute.caseId === caseId,
    );
    if (!entered) return "open";
    return entered.booked === null ? "entered" : "over";
  }
  const entry = book.entries.find((candidate) => candidate.tx === tx);
  if (entry) return entry.isConfirmed ? "over" : "entered";
  const isBooked = book.payments.has(tx) || book.sent.has(tx);
  return isBooked || book.lines.some((line) => line.tx === tx) ? "over" : "open";
}
