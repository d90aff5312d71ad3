/** Why value moved; a closed list. */
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
  "debt",
  "promo",
  "given_up",
  "unclaimed_payout",
] as const;
export type TransferCode = (typeof transferCodes)[number];

/** One asset, one direction, minor units above zero. The caller chooses `id`: booking it twice books it once. */
export type TransferRequest = {
  id: string;
  debit: string;
  credit: string;
  asset: string;
  amount: bigint;
  code: TransferCode;
  orderRef?: string;
  /** The entry of the audit log, where an operator books it. Other causes follow from `id`. */
  auditId?: string;
};

/**
 * Instructions to the ledger. `post` moves value at once; `hold` reserves it and is refused where less than `leave`
 * would stay available at `debit`; `settle` posts all or part of a hold and
 * voids the rest; `void` ends it. `forced` books what a rail has already taken, is never refused, and takes what
 * `debit` cannot cover from the shortfall account.
 */
export type Booking =
  | ({ do: "post" } & TransferRequest)
  | ({ do: "hold"; leave?: bigint } & TransferRequest)
  | { do: "settle"; id: string; pendingId: string; amount: bigint }
  | { do: "void"; id: string; pendingId: string }
  | ({ do: "forced" } & TransferRequest);

/**
 * The part of a free reserve that can be promised: less the money at rails that cannot pay the asset out. Minor units,
 * never below zero.
 */
export function payableOf(free: bigint, elsewhere: bigint): bigint {
  const payable = elsewhere > 0n ? free - elsewhere : free;
  return payable > 0n ? payable : 0n;
}

/** Account ids. Each names its asset; its first part selects the rule (see `accountRule`). */
export const accounts = {
  /** What lies where a rail pays out from. */
  rail: (rail: string, asset: string) => `assets:${rail}:${asset}`,
  /** What has arrived at a rail's deposit addresses and is not swept to where it pays out from. */
  deposits: (rail: string, asset: string) => `assets:${rail}_deposits:${asset}`,
  /** Our own money that pays for sweeps and for nothing else, at an account of its own. */
  gas: (rail: string, asset: string) => `assets:${rail}_gas:${asset}`,
  /** Our own money at deposit addresses: what was sent there for the fees of sweeps, and what sweeps have left. */
  dust: (rail: string, asset: string) => `assets:${rail}_dust:${asset}`,
  reserve: (asset: string) => `reserve:${asset}`,
  order: (ref: string, asset: string) => `order:${ref}:${asset}`,
  orderWrong: (ref: string, asset: string) => `wrong:${ref}:${asset}`,
  member: (id: string, asset: string) => `member:${id}:${asset}`,
  affiliate: (id: string, asset: string) => `affiliate:${id}:${asset}`,
  unclaimed: (asset: string) => `unclaimed:${asset}`,
  /** Deposits that wait for a check of their sender or owner: owed, and to nobody's account yet. */
  checking: (asset: string) => `checking:${asset}`,
  shortfall: (asset: string) => `shortfall:${asset}`,
} as const;

/** Where money that came to a rail lies: where the rail pays out from, or at deposit addresses until it is swept. */
export const places = ["hot", "deposits"] as const;
export type RailLocation = (typeof places)[number];
export const placeAccount = (place: RailLocation, rail: string, asset: string) =>
  place === "hot" ? accounts.rail(rail, asset) : accounts.deposits(rail, asset);
export const isAtDeposits = (accountId: string) => /^assets:[^:]+_deposits:/.test(accountId);

/** The rail of what a member pays an order with from a wallet, or is paid into one: a movement of our books alone. */
export const walletRail = "wallet";

export type AccountRule = {
  normal: "debit" | "credit";
  /** `available`: never below zero, holds counted. `cash`: only a forced booking may take it below zero. */
  floor: "available" | "cash";
  orderRef: string | null;
};

/** The rules by the first part of an account's id; the database checks them too. */
export const accountKinds = {
  assets: { normal: "debit", floor: "cash", isOfOrder: false },
  shortfall: { normal: "debit", floor: "available", isOfOrder: false },
  order: { normal: "credit", floor: "available", isOfOrder: true },
  wrong: { normal: "credit", floor: "available", isOfOrder: true },
  reserve: { normal: "credit", floor: "available", isOfOrder: false },
  member: { normal: "credit", floor: "available", isOfOrder: false },
  affiliate: { normal: "credit", floor: "available", isOfOrder: false },
  unclaimed: { normal: "credit", floor: "available", isOfOrder: false },
  checking: { normal: "credit", floor: "available", isOfOrder: false },
} as const satisfies Record<string, Omit<AccountRule, "orderRef"> & { isOfOrder: boolean }>;

/** The rule of an account by its id; throws for an unknown kind. */
export function accountRule(id: string): AccountRule {
  const [kind, subject] = id.split(":");
  if (!isAccountKind(kind)) throw new Error(`Unknown kind of account: ${id}`);
  const { normal, floor, isOfOrder } = accountKinds[kind];
  return { normal, floor, orderRef: isOfOrder ? (subject ?? null) : null };
}

const isAccountKind = (kind: string | undefined): kind is keyof typeof accountKinds =>
  kind !== undefined && Object.hasOwn(accountKinds, kind);
