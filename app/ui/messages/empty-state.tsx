import type { ReactNode } from "react";

/** What will appear here, and the action that creates it. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-8 text-center">
      <h2 className="text-h4">{title}</h2>
      <p className="max-w-xs text-body-2 text-ink-2">{children}</p>
      {action}
    </div>
  );
}
