import type { Preparation, RailMovement, Reading } from "../../../upstream/ports/payout-rail.ts";
import type { OrderRowInput } from "../orders/order-rows.ts";
import type { Balances, OurBooks } from "./compare-books.ts";

/** What one process of the service does: makes these orders, and moves on what is open and what the rail says has changed. */
export type WorkerTask = {
  where: { dataDir: string } | { dataDir: string; databaseUrl: string };
  round: number;
  orders: Partial<OrderRowInput>[];
  changed: string[];
  /** The step before which the process kills itself; infinite to end by itself. */
  killAt: number;
};

export type RailCall =
  | { name: "prepare"; movement: RailMovement }
  | { name: "broadcast"; movement: RailMovement; plan: string }
  | { name: "read"; id: string };

export type FromWorker =
  | { about: "ready" }
  | { about: "before"; balances: Balances }
  /** What the rail's book has to know of: the movements that we have booked as reverted, and what was paid in. */
  | { about: "booked"; reverted: string[]; arrived: ReadonlyMap<string, bigint> }
  | { about: "call"; number: number; call: RailCall }
  | { about: "done"; steps: number; open: number; books: OurBooks };

/** `lost`: neither the worker knows whether the call arrived. */
export type RailReply =
  | { number: number; answer: Preparation | Reading | undefined }
  | { number: number; lost: string };
