import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import type { IconComponent } from "../icons/icons.tsx";
import type { Tone } from "./tone.ts";

const styles: Record<Tone, { box: string; icon: string }> = {
  primary: { box: "bg-primary-50 border-primary-200", icon: "text-primary-700" },
  secondary: { box: "bg-secondary-50 border-secondary-200", icon: "text-secondary-700" },
  gray: { box: "bg-inset border-transparent", icon: "text-ink-2" },
  success: { box: "bg-success-50 border-success-200", icon: "text-success-700" },
  warning: { box: "bg-warning-50 border-warning-200", icon: "text-warning-700" },
  error: { box: "bg-error-50 border-error-200", icon: "text-error-700" },
};

type NoteProps = { tone?: Tone; icon: IconComponent; children: ReactNode; className?: string };

/** An important sentence in the page. Not announced: changes belong in a live region. */
export function Note({ tone = "gray", icon: Icon, children, className }: NoteProps) {
  return (
    <div
      className={classNames(
        "flex gap-3 rounded-note border px-4 py-3 text-small text-ink",
        styles[tone].box,
        className,
      )}
    >
      <Icon size={20} className={classNames("shrink-0", styles[tone].icon)} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
