/** Why value moved; the closed list of the ledger. */
export const transferCodes = [
  "funding",
  "profit_taken",
  "rebalance",
  "payin",
  "conversion",
  "payout_hold",
  "payout",
  "payout_returned",
  "refund",
  "refund_fee",
  "rail_fee",
  "network_fee",
  "deposit",
  "withdrawal",
  "withdrawal_fee",
  "affiliate",
  "dispute",
  "shortfall",
  "adjustment",
] as const;
export type TransferCode = (typeof transferCodes)[number];

/** One asset, one direction, whole minor units above zero. `id` is chosen by the caller: booking it twice books it once. */
export type Movement = {
  id: string;
  debit: string;
  credit: string;
  asset: string;
  amount: bigint;
  code: TransferCode;
  orderRef?: string;
};

/**
 * What the rules ask of the ledger. `post` moves at once; `hold` promises; `settle` posts all or a part of a
 * promise and voids the rest; `void` ends it. A `fact` is something a rail has already taken: it is booked from
 * `debit` (the reserve) as far as that reaches and from loss:shortfall for the rest, and never refused.
 */
export type Booking =
  | ({ do: "post" } & Movement)
  | ({ do: "hold" } & Movement)
  | { do: "settle"; id: string; pendingId: string; amount: bigint }
  | { do: "void"; id: string; pendingId: string }
  | ({ do: "forced" } & Movement);

/** Accounts by name. The name says the asset; the part before it says the rules (see `accountRule`). */
export const accounts = {
  rail: (rail: string, asset: string) => `assets:${rail}:${asset}`,
  reserve: (asset: string) => `reserve:${asset}`,
  order: (ref: string, asset: string) => `order:${ref}:${asset}`,
  orderWrong: (ref: string, asset: string) => `wrong:${ref}:${asset}`,
  member: (id: string, asset: string) => `member:${id}:${asset}`,
  affiliate: (id: string, asset: string) => `affiliate:${id}:${asset}`,
  unclaimed: (asset: string) => `unclaimed:${asset}`,
  shortfall: (asset: string) => `shortfall:${asset}`,
} as const;

export type AccountRule = {
  normal: "debit" | "credit";
  /** `available`: never below zero, holds counted. `cash`: only a fact may take it below zero. */
  floor: "available" | "cash";
  orderRef: string | null;
};

/** The rule of an account, read off its name; an unknown name is a bug and throws. */
export function accountRule(id: string): AccountRule {
  const [kind, subject] = id.split(":");
  switch (kind) {
    case "assets":
      return { normal: "debit", floor: "cash", orderRef: null };
    case "shortfall":
      return { normal: "debit", floor: "available", orderRef: null };
    case "order":
    case "wrong":
      return { normal: "credit", floor: "available", orderRef: subject ?? null };
    case "reserve":
    case "member":
    case "affiliate":
    case "unclaimed":
      return { normal: "credit", floor: "available", orderRef: null };
    default:
      throw new Error(`No such kind of account: ${id}`);
  }
}
