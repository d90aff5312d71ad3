import { type ComponentProps, forwardRef } from "react";
import { classNames } from "../class-names.ts";
import { ChevronDown } from "../icons/icons.tsx";
import { controlClass } from "./text-input.tsx";

/** A native select with our border: works without scripts and opens the phone's own list. */
export const SelectInput = forwardRef<HTMLSelectElement, ComponentProps<"select">>(function SelectInput(
  { className, ...rest },
  ref,
) {
  return (
    <span className="relative block">
      <select ref={ref} {...rest} className={classNames(controlClass, "appearance-none pr-10", className)} />
      <ChevronDown size={18} className="pointer-events-none absolute right-3 top-1/2 [translate:0_-50%] text-ink-3" />
    </span>
  );
});
