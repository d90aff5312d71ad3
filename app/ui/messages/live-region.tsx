import type { ReactNode } from "react";

/**
 * Says once, politely, what changed by itself. It must stand on the page before the words come, so render it always
 * and change only its children.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <span role="status" aria-live="polite" aria-atomic="true" className="sr-only">
      {children}
    </span>
  );
}
