import type { NetworkFee } from "../domain/order-event.ts";

/** What became of a movement. `returned` follows `settled`; `amount`: the part that came back, null for all of it. */
export type MovementEnd =
  | { state: "settled"; txId: string; networkFee: NetworkFee | null }
  | { state: "refused" | "reverted" | "void"; reason: string; networkFee: NetworkFee | null }
  | { state: "returned"; amount: bigint | null };
