import { classNames } from "../class-names.ts";

/** Room for what is being read. It appears only after 300 ms, so that a quick answer does not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("appear-late block h-4 rounded-badge bg-inset", className)} />;
}
