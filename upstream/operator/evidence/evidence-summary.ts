type Moved = { amount: string; transaction: string | null; at: string | null; to?: string | null };
export type EvidenceSummary = {
  email: string | null;
  agreedAt: string | null;
  termsVersion: string | null;
  sends: string;
  receives: string;
  came: Moved[];
  went: Moved[];
  back: Moved[];
  disputed: string[];
};

/** A short summary: what was agreed, received, sent and disputed. */
export function evidenceSummary({
  email,
  agreedAt,
  termsVersion,
  sends,
  receives,
  ...moved
}: EvidenceSummary): string[] {
  const agreed = agreedAt
    ? `${email ?? "The customer"} accepted the terms of version ${termsVersion} at ${agreedAt}, and agreed to send ${sends} for ${receives}.`
    : "The customer has not accepted the terms yet.";
  const came = moved.came.map((tx) => `${tx.amount} was received${at(tx)}${by(tx)}.`);
  const went = moved.went.map((tx) => `${tx.amount} was paid out to ${tx.to ?? "nobody"}${at(tx)}${by(tx)}.`);
  const back = moved.back.map((tx) => `${tx.amount} was refunded to ${tx.to ?? "the payer"}${at(tx)}${by(tx)}.`);
  return [agreed, ...came, ...went, ...back, ...moved.disputed];
}

const at = ({ at: moment }: Moved) => (moment ? ` at ${moment}` : "");
const by = ({ transaction }: Moved) => (transaction ? `, transaction ${transaction}` : "");
