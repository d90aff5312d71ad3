import type { Orm } from "../db/database.ts";
import type { FeePlace, NetworkFee } from "../ledger/rules/network-fee.ts";
import type { MovementKind, OutgoingFact } from "../orders/rules/order-facts.ts";

/**
 * One address of a sweep: `amount` in minor units is moved from there. `payments`: what lay there when the sweep was asked
 * for, by the rail's own ids; what arrives later is for the next sweep.
 */
export type SweepPart = { address: string; amount: bigint; payments: readonly string[] };

/**
 * One movement of money out, as the guard has approved it. It never changes; another attempt has another id. `parts`: the
 * addresses of a sweep, which together are its `amount`; absent for other movements.
 */
export type RailMovement = Pick<OutgoingFact, "id" | "asset" | "amount" | "account" | "memo"> & {
  kind: MovementKind;
  parts?: readonly SweepPart[];
};

/**
 * How one address of a sweep ended: what has not arrived can never arrive any more, also after a reorganisation. `fee`: of its
 * own transfers, minor units, in the asset of the sweep's `networkFee`, where they are counted too; null where the rail does
 * not tell them apart. `gas`: where the address itself has paid `fee`, in the asset that is named there; then it is not in
 * `networkFee`. `reason`: of one that has not arrived, for operators.
 */
export type PartEnd = {
  address: string;
  hasArrived: boolean;
  txId: string | null;
  fee: bigint | null;
  gas?: AddressGas;
  reason?: string;
};

/**
 * Where an address pays the network itself, minor units of `asset`. `toppedUp`: what the gas account has sent there for it,
 * and `topUpFee` what that account has paid to send it. `remainder`: of the part's amount, what has not left the address, since
 * the coin pays its own transfer; it is ours from then on, and pays `fee`.
 */
type AddressGas = { asset: string; toppedUp: bigint; topUpFee: bigint; remainder: bigint };

/** What one address of a sweep costs in network fees at most, and which of our accounts pays it. */
export type SweepGas = NetworkFee & { from: FeePlace };

/**
 * The network's current price, minor units of the asset of `gas`. `charged`: what the fee of a transfer has to pay for, which
 * is the most where that depends on the receiver; `transfer`: what one usually costs; `sweep`: the sweep of one address.
 */
type GasNow = { charged: bigint; transfer: bigint; sweep: bigint };

/**
 * `prepared`: signed or reserved, and nothing was sent. `plan` is what `broadcast` needs, as the rail's own text.
 * `refused` has consumed nothing and is final. `wait`: something is missing now (coins, gas); it is asked again.
 */
export type Preparation =
  | { state: "prepared"; plan: string }
  | { state: "refused"; reason: string }
  | { state: "wait"; reason: string };

/**
 * Why a movement is not over. `queued`: another one of the same account goes first; `too_cheap`: its fee is below what the
 * network asks now; `in_pool`: the network has it; `confirming`: it is included; `review`: a person of the payment service looks.
 */
type Waits = "queued" | "too_cheap" | "in_pool" | "confirming" | "review";

/** How far a movement is, for operators. `fee`: what it would cost now; null where it costs nothing or nobody knows. */
export type SendingProgress = { waits: Waits; confirmations: number; required: number; fee: NetworkFee | null };

/**
 * What became of a movement. `unknown`: the rail has never sent it, or has forgotten it. `unfinished`: some of its steps were
 * sent, and `broadcast` has to be asked again for the next. `settled`: of a sweep, each of its `parts` has ended and at least
 * one has arrived; absent where all have. `isReversible`: its network may still take it back, so the rail is asked again;
 * without it the rail reports by itself what comes back. `reverted`: it ended without effect, which its network cannot take
 * back; what it cost all the same is `networkFee`, and of a sweep in its `parts`. `void`: its coins or nonce went elsewhere,
 * so that it can never happen. `returned`: it came back after it was settled. `amount`: the part that came back, null for all
 * of it; of a sweep, `back` names the addresses where it is again, and is absent where it is all of them. `networkFee` is that
 * of this end alone: what a revert had burnt before it was told with the revert.
 */
export type Reading =
  | { state: "unknown" | "unfinished" }
  | { state: "pending"; progress?: SendingProgress }
  | {
      state: "settled";
      txId: string;
      networkFee: NetworkFee | null;
      isReversible?: boolean;
      parts?: readonly PartEnd[];
    }
  | { state: "reverted"; reason: string; networkFee: NetworkFee | null; parts?: readonly PartEnd[] }
  | { state: "void"; reason: string }
  | ({ state: "returned"; txId: string; networkFee: NetworkFee | null; amount: bigint | null } & SweepReturn);

/** Of a sweep that came back: which addresses had arrived before, and which of them it is back at. */
type SweepReturn = { parts?: readonly PartEnd[]; back?: readonly string[] };

/**
 * How money of some assets goes out: payouts and refunds. Every call is idempotent by the movement's id, and throws
 * `RailUnavailable` when the rail cannot be reached. Only `read` decides what became of a movement.
 */
export type PayoutRail = {
  id: string;
  /** The most that one transfer may cost in network fees, paid from the rail's own account; null where it costs none. */
  gas: NetworkFee | null;
  /** The most that each address of a sweep may cost; null where it costs nothing. */
  sweepGas: SweepGas | null;
  /**
   * The same at the network's price of the last hour, and never above `gas` and `sweepGas`, which count while it is not known. From
   * what the rail has read: quotes wait for no network.
   */
  gasNow(reader: Pick<Orm, "select">): Promise<GasNow>;
  /**
   * Our own address that it pays out from, where money at deposit addresses is swept to; null where it pays out all that
   * comes in from where that arrived.
   */
  hotAddress: string | null;
  /** Where a person sends it: within how many minutes the company promises that; null where no person has to. */
  withinMinutes: number | null;
  /** Within how many minutes most of the last ones were sent; null where too few were. Missing where no person sends it. */
  usualMinutes?(): Promise<number | null>;
  /** Signs or reserves; sends nothing. Again with the same id: the same plan. */
  prepare(movement: RailMovement): Promise<Preparation>;
  /**
   * Sends what was prepared, or its next step where `read` says `unfinished`. Repeated, it sends nothing more: all versions
   * of one id and step exclude each other.
   */
  broadcast(movement: RailMovement, plan: string): Promise<void>;
  read(movement: Pick<RailMovement, "id" | "asset">): Promise<Reading>;
};
