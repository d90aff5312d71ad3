import { classNames } from "../class-names.ts";

/** The groups of four to compare: the first and the last; a short last group includes the one before. */
function markedGroups(groups: readonly string[]): ReadonlySet<number> {
  const last = groups.length - 1;
  const lastIsShort = (groups[last] ?? "").length < 4;
  return new Set([0, last, ...(lastIsShort && last > 0 ? [last - 1] : [])]);
}

/**
 * A long address in groups that a person can compare, the first and last emphasised. Margins separate the groups, not
 * spaces, so that copying gives the plain address; a screen reader reads it as a whole.
 */
export function AddressGroups({ address, small = false }: { address: string; small?: boolean }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  const marked = markedGroups(groups);
  return (
    <span className={small ? "text-body-2" : "block text-address"}>
      <span className="sr-only select-none">{address}</span>
      <span aria-hidden="true" className={classNames("address-groups", small ? "" : "address-grid")}>
        {groups.map((group, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move.
            key={index}
            className={marked.has(index) ? "address-group address-group-marked" : "address-group"}
          >
            {group}
          </span>
        ))}
      </span>
    </span>
  );
}
