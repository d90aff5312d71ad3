type EvidenceTransfer = { amount: string; transaction: string | null; at: string | null; to?: string | null };
export type EvidenceSummary = {
  email: string | null;
  agreedAt: string | null;
  termsVersion: string | null;
  sends: string;
  receives: string;
  received: EvidenceTransfer[];
  paidOut: EvidenceTransfer[];
  refunded: EvidenceTransfer[];
  disputed: string[];
};

/** A short summary: what was agreed, received, sent and disputed. */
export function evidenceSummary({
  email,
  agreedAt,
  termsVersion,
  sends,
  receives,
  ...transfers
}: EvidenceSummary): string[] {
  const agreed = agreedAt
    ? `${email ?? "The customer"} accepted the terms of version ${termsVersion} at ${agreedAt}, and agreed to send ${sends} for ${receives}.`
    : "The customer has not accepted the terms yet.";
  const received = transfers.received.map((tx) => `${tx.amount} was received${at(tx)}${by(tx)}.`);
  const paidOut = transfers.paidOut.map((tx) => `${tx.amount} was paid out to ${tx.to ?? "nobody"}${at(tx)}${by(tx)}.`);
  const refunded = transfers.refunded.map(
    (tx) => `${tx.amount} was refunded to ${tx.to ?? "the payer"}${at(tx)}${by(tx)}.`,
  );
  return [agreed, ...received, ...paidOut, ...refunded, ...transfers.disputed];
}

const at = ({ at: moment }: EvidenceTransfer) => (moment ? ` at ${moment}` : "");
const by = ({ transaction }: EvidenceTransfer) => (transaction ? `, transaction ${transaction}` : "");
