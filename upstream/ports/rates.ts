import type { Rate } from "../domain/pricing/rate.ts";

/** What a reference rate is and where it comes from; decimal text, units of `to` for one of `from`. */
export type ReferenceRate = { rate: string; source: string; at: Date };

export type RateSource = {
  /** The word for it in answers: `sandbox`, `table`. */
  name: string;
  /** From memory: no database on the path of a quote. Undefined when there is none, or it is too old to be true. */
  current(pairId: string, now: Date): ReferenceRate | undefined;
  /** Reads what the operator changed; not inside a transaction. */
  refresh(): Promise<void>;
};

/** A reference rate as the operator's table holds it. */
export type TableRate = { rate: Rate; source: string; updatedAt: Date };
