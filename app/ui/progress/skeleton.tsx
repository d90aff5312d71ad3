import { classNames } from "../class-names.ts";

/** A placeholder while data load. Appears after 300 ms, so that a quick response does not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("appear-late block h-4 rounded-badge bg-inset", className)} />;
}
