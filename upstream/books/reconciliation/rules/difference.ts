/** What a rail and the ledger may disagree about; docs/operating/ethereum.md says what each means and what to do next. */
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

/** Those that a booking can make up for: not what is still open, and a balance agrees by itself once the booking is there. */
export const correctableKinds: readonly DifferenceKind[] = differenceKinds.filter(
  (kind) => kind !== "held_open" && kind !== "balance_unexplained",
);

/** Minor units of an asset. */
export type SideAmount = { asset: string; amount: bigint };

/** `subject`: the transaction, the movement or the place that it is about. A side that has nothing of it is null. */
export type Difference = {
  what: DifferenceKind;
  subject: string;
  rail: SideAmount | null;
  ledger: SideAmount | null;
};

/** The difference as one line: two with the same line are the same difference. */
export function differenceKey({ what, subject, rail, ledger }: Difference): string {
  const sideText = (side: SideAmount | null) => (side === null ? "-" : `${side.amount} ${side.asset}`);
  return [what, subject, sideText(rail), sideText(ledger)].join(" ");
}
