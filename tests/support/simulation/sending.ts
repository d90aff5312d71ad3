import type { Chance } from "./chance.ts";

/** A transfer a rail was asked to send. */
export type Sending = {
  id: string;
  /** The order, the withdrawal, or the sweep itself. */
  ref: string;
  kind: "payout" | "refund" | "withdrawal" | "sweep";
  rail: string;
  asset: string;
  amount: bigint;
  state: "under_way" | "sent" | "refused" | "returned";
  willFail: boolean;
  willReturn: boolean;
  willContradict: boolean;
  /** Of the fee that the rail expects. */
  feePercent: bigint;
  /** The part of it that came back; null for all. */
  returned: bigint | null;
  luck: Chance;
  /** The service knows its result. */
  isReported: boolean;
};

/** The id of a movement begins with that of its order or withdrawal; a sweep has none. */
export const refOf = (id: string) => id.split("-")[0] ?? "";
export const kindOf = (kind: string | undefined): Sending["kind"] => {
  if (kind === undefined) return "sweep";
  return kind === "refund" || kind === "withdrawal" ? kind : "payout";
};
export const ownerOf = ({ kind, ref }: Sending) => (kind === "sweep" ? null : ref);

export const isOver = ({ state, isReported }: Sending) => state !== "under_way" && isReported;
