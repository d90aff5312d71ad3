import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";

type RadioCardProps = Omit<ComponentProps<"input">, "type" | "title" | "children"> & {
  title: ReactNode;
  children?: ReactNode;
};

/** One of a few options with its description. Wrap several in a `<fieldset>` with a legend. */
export function RadioCard({ title, children, className, ...rest }: RadioCardProps) {
  return (
    <label
      className={classNames(
        "grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 rounded-note border border-line-strong bg-surface p-4 transition-colors",
        "has-[:checked]:border-solid has-[:checked]:shadow-[inset_0_0_0_1px_var(--solid)]",
        "has-[:focus-visible]:outline has-[:focus-visible]:outline-[3px] has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus",
        className,
      )}
    >
      <input
        {...rest}
        type="radio"
        className="mt-px size-[22px] shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[7px] checked:border-solid focus-visible:outline-none forced-colors:appearance-auto"
      />
      <span className="min-w-0 text-body-2 font-semibold">{title}</span>
      {children && <span className="text-small text-ink-3 max-sm:col-span-2 sm:col-start-2">{children}</span>}
    </label>
  );
}
