import { RatesList } from "./rates-list.tsx";
import type { RatesProps } from "./rates-props.ts";
import { RatesTable } from "./rates-table.tsx";

/** All pairs with price, limits and reserve: a table on desktops, a list on phones. */
export function Rates(props: RatesProps) {
  return (
    <>
      <div className="hidden rounded-card border border-line bg-surface px-3 wide:block">
        <RatesTable {...props} />
      </div>
      <div className="wide:hidden">
        <RatesList {...props} />
      </div>
    </>
  );
}
