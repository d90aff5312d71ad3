import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

/** The stages that the page names. `funds`, and what a newer service may add, read as `preparing`. */
const stages = ["review", "check", "release", "paused", "network_fee"] as const;
export type WaitingStage = (typeof stages)[number] | "preparing";

/** What a withdrawal that is to be sent waits for, as the page names it; null while nothing keeps it from being sent. */
export function waitingStage({ waits_for: waitsFor }: Pick<Withdrawal, "waits_for">): WaitingStage | null {
  if (waitsFor === null) return null;
  return stages.find((stage) => stage === waitsFor) ?? "preparing";
}
