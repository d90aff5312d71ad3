import type { Deposit } from "../../../contract/balance/wallets.ts";

/** Not decided yet: the network confirms it, or it waits for the rest of the minimum. */
export function isUnderWay({ status }: Pick<Deposit, "status">): boolean {
  return status === "pending" || status === "collecting";
}
