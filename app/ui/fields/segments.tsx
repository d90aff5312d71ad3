import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

export type Segment = { to: string; name: ReactNode; current: boolean };

/** Up to three products side by side. They are links: each is a separate page. */
export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label} className="no-print rounded-note bg-inset p-1">
      <ul className="flex gap-0.5">
        {segments.map((segment) => (
          <li key={segment.to} className="grid flex-auto sm:flex-1">
            <a
              href={segment.to}
              aria-current={segment.current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center justify-center rounded-sm border border-transparent px-1 py-1 text-center text-caption sm:px-1.5 lg:min-h-9",
                segment.current
                  ? "bg-surface font-semibold text-ink shadow-e1 forced-colors:border-[Highlight]"
                  : "font-medium text-ink-2 hover:text-ink",
              )}
            >
              {segment.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export type Tab = Segment & { count?: string };

/** Filters of a list; scroll sideways on phones. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-3.5 sm:gap-5">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <a
              href={tab.to}
              aria-current={tab.current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 text-small sm:text-body-2",
                tab.current ? "border-solid font-semibold text-ink" : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {tab.name}
              {tab.count && (
                <span className="figures rounded-badge bg-inset px-1.5 text-caption text-ink-3">{tab.count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
