/** What a rail and the ledger may disagree about; docs/operating.md says what each means and what to do next. */
export const differenceKinds = [
  "credit_not_booked",
  "booked_without_credit",
  "amount_differs",
  "asset_differs",
  "sent_without_rail",
  "rail_without_sent",
  "fee_differs",
  "balance_unexplained",
  "held_open",
  "signed_unknown",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Minor units of an asset. */
export type SideAmount = { asset: string; amount: bigint };

/** `subject`: the transaction, the movement or the place that it is about. A side that has nothing of it is null. */
export type Difference = {
  what: DifferenceKind;
  subject: string;
  rail: SideAmount | null;
  ledger: SideAmount | null;
};
