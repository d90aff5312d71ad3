import type { Tx } from "../db/database.ts";
import type { outgoing } from "../db/schema/outgoing.ts";
import type { NetworkFee } from "../ledger/rules/network-fee.ts";
import type { EventSource } from "../orders/rules/order-event.ts";
import type { MovementKind } from "../orders/rules/order-facts.ts";
import type { Policy } from "../orders/rules/policy.ts";
import type { MoneySource, PayoutEffect } from "../payouts/rules/payout-policy.ts";
import type { Refusal } from "../shared/rules/refusal.ts";
import type { LimitState } from "../withdrawals/rules/limit.ts";
import type { PartEnd } from "./payout-rail.ts";

/** A row of outgoing money, as its owner has asked for it. */
export type OutgoingRow = typeof outgoing.$inferSelect;

/** `railTxId`, `alarm`, `otherTxId` and `settledAt` only of what its rail has done already. */
export type NewMovement = typeof outgoing.$inferInsert;

/**
 * Of what leaves a member's wallet: `worthUsd` in US cents, null where it was not kept; `usableAt`: since when its account may
 * be used, null where it is trusted.
 */
export type WalletEffect = { memberId: string; worthUsd: bigint | null; usableAt: Date | null };

/** The member's limit of the last 24 hours over all ways out of the wallets, and what is used of it. */
export type MemberLimit = (
  services: { policy: Policy },
  reader: Pick<Tx, "select">,
  memberId: string,
  now: Date,
) => Promise<LimitState>;

/** What a movement is about, for the policy of payouts. */
export type MovementEffect = PayoutEffect & { wallet: WalletEffect | null };

/**
 * What became of a movement. `returned` follows `settled`; `amount`: the part that came back, null for all of it. `parts`: how
 * the addresses of a sweep ended; `back`: where it is again. Both are absent where it is all of them.
 */
export type MovementEnd =
  | { state: "settled"; txId: string; networkFee: NetworkFee | null; parts?: readonly PartEnd[] }
  | {
      state: "refused" | "reverted" | "void";
      reason: string;
      networkFee: NetworkFee | null;
      parts?: readonly PartEnd[];
    }
  | { state: "returned"; amount: bigint | null; back?: readonly string[] };

/** The end of a movement and who reports it: its rail, or an operator after the rail was asked. */
export type ReportedEnd = { movement: OutgoingRow; end: MovementEnd; by: EventSource };

/**
 * Why its owner does not let a movement leave: it is frozen. `until`: the end of the freeze of the account that stopped it, also one that is
 * past, until an operator has approved the movement since; null where no freeze of an account stops it.
 */
type OwnerObstacle = { until: Date | null };

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
   * What a movement that is about to be asked for is about, from the rows of the database and nothing else: whose money it is,
   * who has confirmed where it goes, and with which proof.
   */
  effect(tx: Tx, movement: NewMovement): Promise<MovementEffect>;
  /**
   * Asked before a movement is approved, prepared and sent, in that step's transaction. Locks what can forbid it, so that a
   * freeze that begins at the same time either waits for the step or is seen by it. `source`: whose money it is, as it was decided
   * when it was asked for; null where an earlier version did. Null: it may go on.
   */
  obstacle(tx: Tx, movement: OutgoingRow, source: MoneySource | null): Promise<OwnerObstacle | null>;
};

/** The owner of a kind of movements. */
export type PayoutOwners<Services> = (kind: MovementKind) => PayoutOwner<Services>;
