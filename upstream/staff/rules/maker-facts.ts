/** What an operator's word has created or redirected. */
export const makerKinds = [
  "wallet_credit",
  "deposit_assigned",
  "payin_confirmed",
  "payout_returned",
  "refund_redirected",
  "quoted_rate",
  "price",
  "promo",
  "partner_rate",
  "unclaimed_payout",
  "freeze_lifted",
  "withdrawal_let_go",
  "staff_added",
  "staff_removed",
] as const;
export type MakerKind = (typeof makerKinds)[number];

/** Whose money it is about: everything of a member, one order, all orders at a price, and so on. */
export const makerSubjects = ["member", "order", "pair", "asset", "promo", "partner", "movement", "staff"] as const;
type MakerSubject = (typeof makerSubjects)[number];

/** One such word, and what it is about: the id of the member, the reference of the order, and so on. */
export type MakerFact = { kind: MakerKind; about: MakerSubject; id: string };
