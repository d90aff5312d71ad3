import { Link, type LinkProps } from "@remix-run/react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { classNames } from "./class-names.ts";

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}
