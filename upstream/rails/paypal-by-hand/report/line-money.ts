/** Statuses of PayPal in which a line's money has moved. One that is pending, held or denied has moved nothing. */
const movedStatuses: readonly string[] = [
  ...["completed", "cleared", "unclaimed", "returned"],
  ...["refunded", "partially refunded", "reversed", "partially reversed"],
];

/** A status that is not in the list moves nothing: should it have, the balance differs and is named. */
export const hasMoved = (status: string): boolean => movedStatuses.includes(status.trim().toLowerCase());

/** Money that went back to a payer on our side's word, or on PayPal's. */
export const isRefundType = (type: string): boolean => /\brefund\b/i.test(type) && !/\bfees?\b/i.test(type);

/**
 * What PayPal blocks, releases or takes back of a payment, by the type of the line: holds, chargebacks, reversals. Fees of a dispute
 * are ours in any case.
 */
export const isBlockType = (type: string): boolean =>
  /\b(hold|release|reversal|chargeback|dispute)\b/i.test(type) && !/\bfees?\b/i.test(type);

/** What takes a payment back for good, other than a hold. */
export const isReversalType = (type: string): boolean => /\b(reversal|chargeback)\b/i.test(type) && isBlockType(type);
