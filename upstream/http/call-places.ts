import { type FairPlaces, fairPlaces } from "../../contract/networks/fair-places.ts";

/**
 * The calls that a service works on at once, orders in progress first. A site in front of the service refuses what it
 * cannot serve by itself; this bounds what callers of the API alone may ask for.
 */
export type CallPlaces = FairPlaces;

type Rules = { elapsedMs: () => number; mostRunning?: number; mostWaiting?: number };

/** More than the pool has connections: some calls need none, some wait for a rail. */
const mostRunningByDefault = 32;
/** At a few milliseconds each they wait less than a caller does. */
const mostWaitingByDefault = 64;

export function callPlaces({
  elapsedMs,
  mostRunning = mostRunningByDefault,
  mostWaiting = mostWaitingByDefault,
}: Rules): CallPlaces {
  return fairPlaces({ elapsedMs, most: mostRunning, mostWaiting });
}
