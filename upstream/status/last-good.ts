import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/** Values are renewed after this time. */
const keptMs = 600_000;
/** After a failure nothing is tried for this long: what fails while the database is busy must not keep it busy. */
const failureKeptMs = 60_000;
/** How long a reader waits for new values where there are old ones. */
const patienceMs = 300;

type Renewal = { now: Date; log: Pick<Logger, "warn"> };

/**
 * A value that takes a while to compute and may be some minutes old. One computation at a time; meanwhile, and while it fails,
 * readers get the last value there was. Only where there never was one do they wait, or get the failure.
 */
export class LastGood<Value> {
  #last: { value: Value; atMs: number } | null = null;
  #failure: { error: unknown; atMs: number } | null = null;
  #renewal: Promise<void> | null = null;

  async read(compute: () => Promise<Value>, { now, log }: Renewal): Promise<Value> {
    const nowMs = now.getTime();
    if (this.#last && nowMs - this.#last.atMs < keptMs) return this.#last.value;
    if (this.#failure === null || nowMs - this.#failure.atMs >= failureKeptMs) {
      this.#renewal ??= this.#renew(compute, { now, log });
      await (this.#last ? Promise.race([this.#renewal, wait(patienceMs, undefined, { ref: false })]) : this.#renewal);
    }
    if (this.#last) return this.#last.value;
    throw this.#failure?.error;
  }

  async #renew(compute: () => Promise<Value>, { now, log }: Renewal): Promise<void> {
    try {
      this.#last = { value: await compute(), atMs: now.getTime() };
      this.#failure = null;
    } catch (error) {
      this.#failure = { error, atMs: now.getTime() };
      log.warn({ err: error }, "figures were not renewed");
    } finally {
      this.#renewal = null;
    }
  }
}
