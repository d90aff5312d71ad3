import { leastWorth } from "../../market/rules/network-fee.ts";

/** What lies at one deposit address, minor units. */
export type LyingAt = { address: string; lying: bigint };

/**
 * Which addresses to sweep. `cost`: of one transfer, minor units of what lies there; null while it is unknown. `percent`: how
 * much of what an address holds its transfer may cost. `needed`: what orders and withdrawals wait for; zero where nothing
 * does. For that, fuller addresses go first, and never one that holds no more than its transfer costs.
 */
export function worthSweeping(
  addresses: readonly LyingAt[],
  { cost, percent, needed }: { cost: bigint | null; percent: number; needed: bigint },
): LyingAt[] {
  const fullestFirst = [...addresses].sort((a, b) => Number(b.lying > a.lying) - Number(a.lying > b.lying));
  let covered = 0n;
  return fullestFirst.filter(({ lying }) => {
    const isCheap = cost !== null && lying >= leastWorth(cost, percent);
    if (!isCheap && (covered >= needed || lying <= (cost ?? 0n))) return false;
    covered += lying;
    return true;
  });
}
