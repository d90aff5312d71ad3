import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** A breakdown like on a receipt: label, dotted leader, figure on the right edge. */
export function Slip({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames("flex flex-col gap-2 text-body-2", className)}>{children}</dl>;
}

type SlipRowProps = {
  label: ReactNode;
  children: ReactNode;
  /** A sum: heavier, and its label as dark as its figure. */
  total?: boolean;
  /** `bonus` adds (write the plus), `plain` is everything else. */
  kind?: "plain" | "bonus";
};

export function SlipRow({ label, children, total = false, kind = "plain" }: SlipRowProps) {
  return (
    <div className={classNames("flex items-baseline", total && "font-semibold")}>
      <dt className={classNames("slip-label flex min-w-0 flex-1 items-baseline", total ? "text-ink" : "text-ink-2")}>
        <span>{label}</span>
      </dt>
      <dd className={classNames("figures text-right", kind === "bonus" && "text-success-700")}>{children}</dd>
    </div>
  );
}

/** The hairline between what is paid and what is got. It has to stand outside `<dl>` rows, so it closes one list and opens another. */
export function SlipRule() {
  return <hr className="my-3 border-line" />;
}
