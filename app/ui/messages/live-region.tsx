import type { ReactNode } from "react";

/**
 * Announces a change politely to screen readers. It must exist before its text: render it always and change only its
 * children.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <span role="status" aria-live="polite" aria-atomic="true" className="sr-only">
      {children}
    </span>
  );
}
