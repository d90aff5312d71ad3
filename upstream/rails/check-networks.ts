import type { Rails } from "../ports/rail.ts";

/**
 * Refuses a start where a rail is on a test network and the settings do not say so, or the reverse: what is paid for with
 * worthless money must not be paid out in real money. Throws an error that names all such rails. A network that is not the one of
 * its settings stops its rail later: no start waits for it.
 */
export function checkNetworks(rails: Pick<Rails, "networks" | "isTest">): void {
  const wrong = rails.networks().filter(({ isTest }) => isTest !== rails.isTest);
  if (wrong.length === 0) return;
  const mismatches = wrong.map(({ rail, name }) => `${rail} is on ${name}`).join("; ");
  throw new Error(
    rails.isTest
      ? `REAL_RAILS_ON is test-networks, but ${mismatches}, where money is real.`
      : `${mismatches}, where money is worth nothing. Set REAL_RAILS_ON=test-networks, or connect it elsewhere.`,
  );
}
