import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { ChevronDown, Minus, Plus } from "./icons/icons.tsx";

type DisclosureProps = Omit<ComponentProps<"details">, "title"> & { title: ReactNode };

/** A question in a list; the whole line toggles it. Works without scripts. */
export function Question({ title, children, className, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames("disclosure", className)}>
      <summary className="disclosure-title">
        {title}
        <Plus size={20} />
        <Minus size={20} />
      </summary>
      <div className="disclosure-text">{children}</div>
    </details>
  );
}

/** Collapsed content that most readers do not need; `link` in the colour of links, among other texts. */
export function Disclosure({
  title,
  children,
  className,
  link = false,
  ...rest
}: DisclosureProps & { link?: boolean }) {
  return (
    <details {...rest} className={classNames("group", className)}>
      <summary
        className={classNames(
          "flex min-h-11 items-center justify-between gap-3 font-semibold lg:min-h-9",
          link ? "text-small text-link" : "text-body-2",
        )}
      >
        {title}
        <ChevronDown size={18} className="shrink-0 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
