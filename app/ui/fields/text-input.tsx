import { type ComponentProps, forwardRef } from "react";
import { classNames } from "../class-names.ts";

/** 48 px high; the focus ring covers the border, and an invalid field has a double border besides its colour. */
export const controlClass =
  "block w-full min-h-12 rounded border border-control bg-surface px-3.5 text-body text-ink transition-colors " +
  "focus-visible:outline-offset-[-1px] aria-[invalid=true]:border-error-600 " +
  "aria-[invalid=true]:shadow-[inset_0_0_0_1px_var(--error-600)] [&[readonly]]:bg-inset disabled:bg-inset disabled:text-ink-3";

export const TextInput = forwardRef<HTMLInputElement, ComponentProps<"input">>(function TextInput(
  { className, ...rest },
  ref,
) {
  return <input ref={ref} type="text" {...rest} className={classNames(controlClass, className)} />;
});

export const TextArea = forwardRef<HTMLTextAreaElement, ComponentProps<"textarea">>(function TextArea(
  { className, ...rest },
  ref,
) {
  return <textarea ref={ref} rows={4} {...rest} className={classNames(controlClass, "py-3", className)} />;
});
