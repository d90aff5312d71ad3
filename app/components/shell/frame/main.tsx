import type { ReactNode } from "react";

/** Target of the skip link; not a tab stop. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="min-w-0 outline-none">
      {children}
    </main>
  );
}
