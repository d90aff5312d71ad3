import type { RailLocation } from "../ledger/rules/booking.ts";

/** A place to which deposits are sent. */
export type DepositInstruction = { address: string; memo: string | null; uri: string | null };

/** How deposits of an asset to wallets come in. The rail watches every place that it has issued, for ever. */
export type DepositRail = {
  /** Part of the rail's ledger account: `assets:<id>:<asset>`. */
  id: string;
  /** Called twice with the same `key` it gives the same place. Throws `RailUnavailable` when it cannot be reached. */
  issue(input: { key: string; asset: string }): Promise<DepositInstruction>;
};

/**
 * What a rail's own book says of one deposit, by its own id. `gone`: not included by the network, or taken back after it
 * was final.
 */
export type DepositReport = {
  rail: string;
  railPaymentId: string;
  address: string;
  memo: string | null;
  asset: string;
  amount: bigint;
  confirmations: number;
  required: number;
  state: "seen" | "final" | "gone";
  /** Where the money lies once it is final. A rail that answers `deposits` names its `hotAddress`, to sweep it to. */
  place: RailLocation;
  /** Who has sent it, where the rail knows an address or account; compared with the lists of parties who must not be served. */
  sender?: string | null;
};
