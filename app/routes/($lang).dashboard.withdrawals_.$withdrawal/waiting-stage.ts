import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

/** `review`: our team reviews it; `check`: it is compared with sanctions lists automatically. */
const stages = ["review", "check"] as const;
type WaitingStage = (typeof stages)[number] | "preparing";

/** What a withdrawal that is to be sent waits for, as the page names it; null while nothing keeps it from being sent. */
export function waitingStage({ waits_for: waitsFor }: Pick<Withdrawal, "waits_for">): WaitingStage | null {
  if (waitsFor === null) return null;
  return stages.find((stage) => stage === waitsFor) ?? "preparing";
}
