/** The service's only clock: the machine's time plus an offset, where SANDBOX_CLOCK allows one. */
export type Clock = {
  now(): Date;
  /** Moves the clock forward for every process. The offset is stored in the database. */
  advance(seconds: number): Promise<void>;
  offsetSeconds(): number;
};
