import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** A breakdown as on a receipt: label, dotted leader, figure on the right. */
export function Slip({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames("flex flex-col gap-2 text-body-2", className)}>{children}</dl>;
}

type SlipRowProps = {
  label: ReactNode;
  children: ReactNode;
  /** A total: heavier, with its label as dark as the figure. */
  total?: boolean;
  /** `bonus` is added (include the plus sign), `plain` is everything else. */
  kind?: "plain" | "bonus";
};

export function SlipRow({ label, children, total = false, kind = "plain" }: SlipRowProps) {
  return (
    <div className={classNames("flex items-baseline max-[359px]:flex-wrap", total && "font-semibold")}>
      <dt
        className={classNames(
          "slip-label flex min-w-0 flex-1 items-baseline max-[359px]:flex-auto",
          total ? "text-ink" : "text-ink-2",
        )}
      >
        <span>{label}</span>
      </dt>
      <dd className={classNames("figures text-right max-[359px]:ml-auto", kind === "bonus" && "text-success-700")}>
        {children}
      </dd>
    </div>
  );
}

/** The hairline between paid and received. It must be outside `<dl>` rows, so it closes one list and opens another. */
export function SlipRule() {
  return <hr className="my-3 border-line" />;
}
