import type { NetworkFee } from "../ledger/rules/network-fee.ts";
import type { MovementKind, OutgoingFact } from "../orders/rules/order-facts.ts";

/** One movement of money out, as the guard has approved it. It never changes; another attempt has another id. */
export type Movement = Pick<OutgoingFact, "id" | "asset" | "amount" | "account" | "memo"> & { kind: MovementKind };

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
 * What became of a movement. `unknown`: the rail has never sent it, or has forgotten it. `reverted`: it ended without effect; what it cost all
 * the same is `networkFee`. `void`: its coins or nonce went elsewhere, so that it can never happen. `returned`: it came
 * back after it was settled. `amount`: the part that came back, null for all of it. `networkFee` is that of this end
 * alone: what a revert had burnt before it was told with the revert. `isReversible`: its network may still take it back, so
 * the rail is asked again; where that is missing the rail tells of what comes back by itself.
 */
export type Reading =
  | { state: "unknown" }
  | { state: "pending"; progress?: SendingProgress }
  | { state: "settled"; txId: string; networkFee: NetworkFee | null; isReversible?: boolean }
  | { state: "reverted"; reason: string; networkFee: NetworkFee | null }
  | { state: "void"; reason: string }
  | { state: "returned"; txId: string; networkFee: NetworkFee | null; amount: bigint | null };

/**
 * How money of some assets goes out: payouts and refunds. Every call is idempotent by the movement's id, and throws
 * `RailUnavailable` when the rail cannot be reached. Only `read` decides what became of a movement.
 */
export type PayoutRail = {
  id: string;
  /** The most that one transfer may cost in network fees, paid from the rail's own account; null where it costs none. */
  gas: NetworkFee | null;
  /**
   * Our own address that it pays out from, where money at deposit addresses is swept to; null where it pays out all that
   * comes in from where that arrived.
   */
  hotAddress: string | null;
  /** Signs or reserves; sends nothing. Again with the same id: the same plan. */
  prepare(movement: Movement): Promise<Preparation>;
  /** Sends what was prepared. Repeated, it sends nothing more: all versions of one id exclude each other. */
  broadcast(movement: Movement, plan: string): Promise<void>;
  read(movement: Pick<Movement, "id" | "asset">): Promise<Reading>;
};
