import { getPriority, setPriority } from "node:os";

/** As `nice -n 10`. */
const behindTheSite = 10;

/**
 * Lowers the priority of this process unless its operator has set one. Where a flood of visitors takes all processors that
 * a service and its site share, the site can still refuse what is too much, and answer health checks, in time; what it has
 * accepted loses nothing, since the site waits for the service. Linux counts priorities by thread: this is called before
 * others are made.
 */
export function giveWay(get: () => number = getPriority, set: (priority: number) => void = setPriority): void {
  if (get() === 0) set(behindTheSite);
}
