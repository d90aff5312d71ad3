import { classNames } from "../class-names.ts";

export type ButtonLook = {
  /** `filled` once per choice on the screen; `quiet` looks like a link; `danger` takes something away. */
  variant?: "filled" | "outlined" | "quiet" | "danger" | undefined;
  /** `large` is the main act (56 px, the whole width of a phone), `small` stands beside a value. */
  size?: "small" | "medium" | "large" | undefined;
};

const variants = {
  filled:
    "bg-solid text-on-solid border-transparent hover:bg-solid-hover active:bg-solid-hover forced-colors:border-[ButtonText]",
  outlined: "bg-surface text-ink border-control hover:bg-inset active:bg-inset",
  quiet: "bg-transparent text-link border-transparent hover:bg-inset active:bg-inset",
  danger: "bg-surface text-error-700 border-error-600 hover:bg-error-50 active:bg-error-50",
} as const;

/** A finger needs 44 px: the small size only shrinks where there is a mouse. */
const sizes = {
  small: "min-h-11 px-3 text-small rounded-sm lg:min-h-9",
  medium: "min-h-11 px-[18px] text-body-2 rounded",
  large: "min-h-14 px-7 py-3 text-body rounded-note w-full sm:w-auto",
} as const;

/** The look of a button, for `<button>`, links and `<summary>` alike. */
export function buttonClass({ variant = "outlined", size = "medium" }: ButtonLook): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 border text-center font-semibold no-underline transition-colors",
    "aria-disabled:cursor-default disabled:cursor-default disabled:border-transparent disabled:bg-gray-200 disabled:text-ink-3",
    variants[variant],
    sizes[size],
  );
}
