import type { Rate } from "../market/rules/rate.ts";

/** A reference rate and its source; decimal text, units of `to` for one of `from`. */
export type ReferenceRate = { rate: string; source: string; at: Date };

export type RateSource = {
  /** The sources of prices in API replies: `sandbox`, `table`, the feeds of the market as visitors read them, or `sandbox, ` and those. */
  name: string;
  /** From memory, so that quotes use no database. Undefined when there is no rate, or an outdated one. */
  current(pairId: string, now: Date): ReferenceRate | undefined;
  /** The price by the feeds alone, whatever operators have set; undefined while they give none, or none is asked. */
  market(pairId: string, now: Date): ReferenceRate | undefined;
  /** Whether an override waits for a second person: until then the market's rate is the current one. */
  waits(pairId: string): boolean;
  /** Reloads what the operator changed; not inside a transaction. */
  refresh(): Promise<void>;
};

/** A reference rate as stored in the operator's table. `until`: it does not count after that; null where it has no end. */
export type TableRate = { rate: Rate; source: string; updatedAt: Date; until: Date | null };
