import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

/** Hairlines, no stripes; figures aligned right. A table wider than the page scrolls inside its frame. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={classNames("w-full border-collapse text-body-2", className)} />;
}

type CellProps = { /** Figures stand on the right edge. */ figures?: boolean };

export function HeadCell({ figures = false, className, ...rest }: ComponentProps<"th"> & CellProps) {
  return (
    <th scope="col" {...rest} className={classNames("head-cell", figures ? "text-right" : "text-left", className)} />
  );
}

export function Cell({ figures = false, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return <td {...rest} className={classNames("cell", figures && "figures", className)} />;
}
