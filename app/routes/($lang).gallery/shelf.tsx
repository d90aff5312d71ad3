import type { ReactNode } from "react";

/** A row of the gallery: a name and its components. */
export function Shelf({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-4 border-t border-line py-8 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <h2 className="text-small font-medium text-ink-2">{name}</h2>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
