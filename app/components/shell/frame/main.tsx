import type { ReactNode } from "react";

/** The skip link puts the focus here; nobody tabs to it. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="min-w-0 outline-none">
      {children}
    </main>
  );
}
