import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

/** What a withdrawal that is to be sent waits for, as the page names it; null while nothing keeps it from being sent. */
export function waitingStage({ waits_for: waitsFor }: Pick<Withdrawal, "waits_for">): "review" | "preparing" | null {
  if (waitsFor === null) return null;
  return waitsFor === "review" ? "review" : "preparing";
}
