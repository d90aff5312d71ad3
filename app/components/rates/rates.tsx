import { RatesList } from "./rates-list.tsx";
import type { RatesProps } from "./rates-props.ts";
import { RatesTable } from "./rates-table.tsx";

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
