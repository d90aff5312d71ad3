import type { Tx } from "../db/database.ts";
import type { outgoing } from "../db/schema/outgoing.ts";
import type { EventSource, NetworkFee } from "../domain/order-event.ts";
import type { MovementKind } from "../domain/order-facts.ts";
import type { Refusal } from "../domain/refusal.ts";

/** A row of outgoing money, as its owner has asked for it. */
export type OutgoingRow = typeof outgoing.$inferSelect;

/** What became of a movement. `returned` follows `settled`; `amount`: the part that came back, null for all of it. */
export type MovementEnd =
  | { state: "settled"; txId: string; networkFee: NetworkFee | null }
  | { state: "refused" | "reverted" | "void"; reason: string; networkFee: NetworkFee | null }
  | { state: "returned"; amount: bigint | null };

/** The end of a movement and who reports it: its rail, or an operator after the rail was asked. */
export type ReportedEnd = { movement: OutgoingRow; end: MovementEnd; by: EventSource };

/** `isApproved`: an operator has let it go on. */
type OperatorLook = { isApproved: boolean; now: Date };

/** Why its owner does not let a movement leave now. */
type OwnerObstacle = "frozen";

/**
 * A feature that asks for payouts: orders, withdrawals, sweeps. The payout guard knows no other way to them.
 * `Services` is the service's context.
 */
export type PayoutOwner<Services> = {
  /** The kinds of movements that are its own; no other owner has them. */
  kinds: readonly MovementKind[];
  /**
   * Books the end of a movement in one transaction. Locks the owner's own row first, then calls `acceptOnce`, which locks the
   * movement, says whether this end may still take effect, and changes the guard's state; returns without an effect where
   * that is false. Then posts or voids the pending transfer, books the network fee and sets the row's `status`, `railTxId`
   * and `settledAt`. It must take `settled` after a failure: the money has left. A refusal undoes everything.
   */
  ended(
    services: Services,
    reported: ReportedEnd,
    acceptOnce: (tx: Tx) => Promise<boolean>,
  ): Promise<Refusal | undefined>;
  /**
   * Asked before a movement is approved, prepared and sent, in that step's transaction. Locks what can forbid it, so that a
   * freeze that begins at the same time either waits for the step or is seen by it. Null: it may go on.
   */
  obstacle(tx: Tx, movement: OutgoingRow, look: OperatorLook): Promise<OwnerObstacle | null>;
};

/** The owner of a kind of movements. */
export type PayoutOwners<Services> = (kind: MovementKind) => PayoutOwner<Services>;
