import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import type { IconComponent } from "../icons/icons.tsx";
import type { Tone } from "./tone.ts";

const styles: Record<Tone, { box: string; icon: string }> = {
  primary: { box: "bg-primary-100 text-primary-800", icon: "text-primary-700" },
  secondary: { box: "bg-secondary-100 text-secondary-800", icon: "text-secondary-700" },
  gray: { box: "bg-gray-100 text-gray-800", icon: "text-gray-700" },
  success: { box: "bg-success-100 text-success-800", icon: "text-success-700" },
  warning: { box: "bg-warning-100 text-warning-800", icon: "text-warning-700" },
  error: { box: "bg-error-100 text-error-800", icon: "text-error-700" },
};

type BadgeProps = { tone: Tone; icon: IconComponent; children: ReactNode };

/** A status in one or two words. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-badge border border-transparent px-2 py-[3px] text-caption font-semibold",
        styles[tone].box,
      )}
    >
      <Icon size={15} className={classNames("shrink-0", styles[tone].icon)} />
      {children}
    </span>
  );
}
