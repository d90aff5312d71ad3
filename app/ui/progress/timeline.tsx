import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Check, type IconComponent } from "../icons/icons.tsx";
import type { Tone } from "../messages/tone.ts";

export type TimelineEntry = {
  key: string;
  state: "done" | "now" | "next";
  /** For `now`: what it waits for, in the tone of who has to act. For `done`: an end that is no success. */
  tone?: Tone;
  icon?: IconComponent;
  title: ReactNode;
  detail?: ReactNode;
  /** A formatted time. */
  time?: ReactNode;
};

const tones: Record<Tone, string> = {
  primary: "bg-primary-100 text-primary-700",
  secondary: "bg-secondary-100 text-secondary-700",
  warning: "bg-warning-100 text-warning-700",
  success: "bg-success-100 text-success-700",
  gray: "bg-gray-100 text-gray-700",
  error: "bg-error-100 text-error-700",
};

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="flex flex-col text-body-2">
      {entries.map((entry, index) => (
        <li key={entry.key} aria-current={entry.state === "now" ? "step" : undefined} className="flex gap-3.5">
          <span className="flex flex-col items-center">
            <TimelineDot entry={entry} />
            {index < entries.length - 1 && (
              <span
                className={classNames(
                  "min-h-4 flex-1 border-l-2",
                  entry.state === "done" ? "border-success-400" : "border-dotted border-line-strong",
                )}
              />
            )}
          </span>
          <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-3 pb-5">
            {/* A deadline with its date goes below a title that it leaves too little room; a past time stays beside it. */}
            <span
              className={classNames(
                entry.state === "now" ? "flex-auto" : "flex-1",
                entry.state === "next" ? "text-ink-3" : "font-semibold",
              )}
            >
              {entry.title}
              {entry.detail && <span className="block text-small font-normal text-ink-3">{entry.detail}</span>}
            </span>
            {entry.time && <span className="figures text-small text-ink-3">{entry.time}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function TimelineDot({ entry }: { entry: TimelineEntry }) {
  const Icon = entry.icon ?? (entry.state === "done" ? Check : undefined);
  const look = {
    done: entry.tone ? tones[entry.tone] : "bg-success-100 text-success-700",
    now: tones[entry.tone ?? "primary"],
    next: "border-2 border-line-strong",
  }[entry.state];
  return (
    <span className={classNames("grid size-6 shrink-0 place-items-center rounded-full", look)}>
      {Icon && entry.state !== "next" && <Icon size={15} className="icon-bold" />}
    </span>
  );
}
