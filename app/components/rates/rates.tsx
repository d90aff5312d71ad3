import type { Pair } from "../../../contract/pairs.ts";
import type { Assets } from "../summary/assets.ts";
import { RatesList } from "./rates-list.tsx";
import { RatesTable } from "./rates-table.tsx";

export type RatesProps = {
  pairs: readonly Pair[];
  assets: Assets;
  /** False where these pairs cannot be exchanged yet. */
  linked?: boolean;
};

/** Every pair with its price, limits and what can be paid out now: a table on a desk, a list on a phone. */
export function Rates(props: RatesProps) {
  return (
    <>
      <div className="hidden rounded-card border border-line bg-surface px-3 lg:block">
        <RatesTable {...props} />
      </div>
      <div className="lg:hidden">
        <RatesList {...props} />
      </div>
    </>
  );
}
