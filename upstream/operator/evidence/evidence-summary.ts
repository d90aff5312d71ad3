type Moved = { amount: string; transaction: string | null; at: string | null; to?: string | null };
export type Story = {
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

/** What somebody who has one minute must know: what was agreed, what came, what was sent, and what is disputed. */
export function inShort({ email, agreedAt, termsVersion, sends, receives, ...moved }: Story): string[] {
  const agreed = agreedAt
    ? `${email ?? "The customer"} agreed at ${agreedAt} to the terms of version ${termsVersion}, and to send ${sends} for ${receives}.`
    : "Nobody has agreed to anything yet.";
  const came = moved.came.map((tx) => `${tx.amount} came in${at(tx)}${by(tx)}.`);
  const went = moved.went.map((tx) => `${tx.amount} was paid out to ${tx.to ?? "nobody"}${at(tx)}${by(tx)}.`);
  const back = moved.back.map((tx) => `${tx.amount} went back to ${tx.to ?? "the payer"}${at(tx)}${by(tx)}.`);
  return [agreed, ...came, ...went, ...back, ...moved.disputed];
}

const at = ({ at: moment }: Moved) => (moment ? ` at ${moment}` : "");
const by = ({ transaction }: Moved) => (transaction ? `, transaction ${transaction}` : "");
