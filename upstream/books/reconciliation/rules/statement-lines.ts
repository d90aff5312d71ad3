/** Where money of a rail lies: where it pays out from, what pays for its sweeps, and where customers have paid to. */
export const railPlaces = ["hot", "gas", "deposits"] as const;
export type RailPlace = (typeof railPlaces)[number];

/** Minor units; below zero for what has left the place. */
export type PlacedAmount = { place: RailPlace; asset: string; amount: bigint };

/**
 * Money that came in, by the rail's own book. `later`: the rail knows it, and it is not in the balances of the statement.
 * `gone`: its network has taken it back. `isUnderWay`: the ledger has not heard the last of it yet, and will.
 */
export type StatementCredit = {
  id: string;
  /** Null where no setting names what came. */
  asset: string | null;
  place: RailPlace;
  amount: bigint;
  /** What the rail kept of it. */
  fee: bigint;
  state: "included" | "later" | "gone";
  isUnderWay: boolean;
};

/**
 * What the rail has sent for one movement, all its transactions together; without a movement, one transaction. `moved`: what
 * has arrived of it as of the statement, in minor units of `asset`. `effects`: the same by place, without `fees`.
 */
export type StatementSending = {
  /** Null for what left an account of ours and is not in the list of what was signed. */
  movementId: string | null;
  txId: string;
  asset: string;
  /** What was signed to be sent. */
  amount: bigint;
  moved: bigint;
  effects: readonly PlacedAmount[];
  /** Above zero: what the network took. */
  fees: readonly PlacedAmount[];
  /**
   * `signed`: none of it is in a block; `later`: some is in a block after the statement's, or, without a movement, a person is about
   * to book it; `included`: all that is, is before.
   */
  state: "signed" | "later" | "included";
  /** It is over since so long that whoever asked for it must have read that. */
  isLongOver: boolean;
};

/**
 * What lies at an address, as the network says. `expected`: by the rail's own book of the address; null where there is none,
 * because money comes there that the rail does not follow.
 */
export type StatementBalance = PlacedAmount & { address: string; expected: bigint | null };

/**
 * What a rail has blocked or taken back of a payment, in minor units: all that it has done about it together, less what it has
 * released. `txId`: what it did last. `isUnderWay`: a person is about to book it.
 */
export type BlockedPayment = { paymentId: string; txId: string; asset: string; amount: bigint; isUnderWay: boolean };

/** Money that the rail has announced outside of its statement and that matches no task; not in its balances yet. Minor units, below zero for what has left. */
export type AnnouncedMoney = { id: string; asset: string; amount: bigint };
