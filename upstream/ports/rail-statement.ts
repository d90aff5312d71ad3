import type {
  AnnouncedMoney,
  BlockedPayment,
  StatementBalance,
  StatementCredit,
  StatementSending,
} from "../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../db/database.ts";

/**
 * What a rail says of all its money as of one moment, which its network will not undo. The balances are asked from the network;
 * the rest is read from the rail's own book, within one transaction of the reader. Everything comes in pages, so that memory
 * does not grow with it. Every call throws `RailUnavailable` where the network does not answer.
 */
export type RailStatement = {
  /** The rail's id in the ledger. */
  rail: string;
  /** The last block that is in it; null for a rail without blocks. */
  block: number | null;
  /** Up to when it speaks, where that is not the moment of the balances; null otherwise. */
  until: Date | null;
  /** When the rail read its network last: what the ledger booked after that may be missing in its book. */
  readAt: Date;
  /** All assets that it speaks of, whether the exchange has them or not. */
  assets: readonly string[];
  balances(): AsyncIterable<readonly StatementBalance[]>;
  /** Throws `RailUnavailable` where the rail's book is no longer that of the balances. */
  confirm(tx: Tx): Promise<void>;
  /** Money that came to our own accounts from outside; without what is gone. */
  fills(tx: Tx): AsyncIterable<readonly StatementCredit[]>;
  /** Money that customers have paid. */
  credits(tx: Tx): AsyncIterable<readonly StatementCredit[]>;
  creditsAmong(tx: Tx, ids: readonly string[]): Promise<readonly StatementCredit[]>;
  sendings(tx: Tx): AsyncIterable<readonly StatementSending[]>;
  /** What was signed for these movements. */
  sendingsAmong(tx: Tx, movementIds: readonly string[]): Promise<readonly StatementSending[]>;
  /** What the rail has blocked or taken back of payments; missing where a network cannot. */
  blocks?(tx: Tx): Promise<readonly BlockedPayment[]>;
  /** What the rail has announced outside of its statement, and is neither booked nor expected; missing where it announces nothing. */
  announced?(tx: Tx): Promise<readonly AnnouncedMoney[]>;
};
