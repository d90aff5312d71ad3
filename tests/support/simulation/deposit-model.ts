import type { DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import type { Arrival } from "./deposit-rail.ts";

/** What deposits have brought to each wallet by the published rules, computed apart from the service. Minor units. */
export type DepositModel = {
  /** What the service was told, in that order. */
  recorded(arrival: Arrival, state: DepositReport["state"]): void;
  /** Everything that was credited at these addresses, less what was taken back. */
  creditedAt(addresses: ReadonlySet<string>): bigint;
  /** Whether anything waits for the minimum at these addresses, or is in another asset. */
  isAnyKept(addresses: ReadonlySet<string>): boolean;
};

type Outcome = "waits_for_minimum" | "credited" | "kept_aside";

/** `walletOf`: all addresses of the wallet that has this one. */
export function depositModel(
  minimumOf: (asset: string) => bigint,
  walletOf: (address: string) => ReadonlySet<string>,
): DepositModel {
  const outcomes = new Map<Arrival, Outcome>();
  const here = (addresses: ReadonlySet<string>, wanted: Outcome) =>
    [...outcomes].flatMap(([arrival, outcome]) =>
      outcome === wanted && addresses.has(arrival.address) ? [arrival] : [],
    );
  const sum = (arrivals: readonly Arrival[]) => arrivals.reduce((total, { amount }) => total + amount, 0n);

  const final = (arrival: Arrival) => {
    if (outcomes.has(arrival)) return;
    if (arrival.asset !== arrival.walletAsset) return void outcomes.set(arrival, "kept_aside");
    const waiting = here(walletOf(arrival.address), "waits_for_minimum");
    const isEnough = sum([...waiting, arrival]) >= minimumOf(arrival.asset);
    outcomes.set(arrival, isEnough ? "credited" : "waits_for_minimum");
    if (isEnough) for (const waitingArrival of waiting) outcomes.set(waitingArrival, "credited");
  };

  return {
    recorded(arrival, state) {
      if (state === "final") final(arrival);
      else if (state === "gone") outcomes.delete(arrival);
    },
    creditedAt: (addresses) => sum(here(addresses, "credited")),
    isAnyKept: (addresses) => here(addresses, "waits_for_minimum").length + here(addresses, "kept_aside").length > 0,
  };
}
