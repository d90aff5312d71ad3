import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { type ButtonStyle, buttonClass } from "./button-class.ts";

type LinkButtonProps = ComponentProps<"a"> & ButtonStyle & { href: string };

/** A link that looks like a button: it navigates and changes nothing. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}
