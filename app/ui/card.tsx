import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type CardProps = ComponentProps<"section"> & {
  /** The one raised card of a page; all others have a border only. */ main?: boolean;
};

export function Card({ main = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        "border border-line bg-surface p-4 lg:p-6",
        main ? "rounded-main shadow-e2" : "rounded-card",
        className,
      )}
    />
  );
}
