import { classNames } from "../class-names.ts";

export type ButtonStyle = {
  /** `filled` once per decision on the screen; `quiet` looks like a link; `danger` removes something. */
  variant?: "filled" | "outlined" | "quiet" | "danger" | undefined;
  /** `large` is the main action (56 px, full width on phones), `small` stands beside a value. */
  size?: "small" | "medium" | "large" | undefined;
};

const variants = {
  filled:
    "bg-solid text-on-solid border-transparent hover:bg-solid-hover active:bg-solid-hover forced-colors:border-[ButtonText]",
  outlined: "bg-surface text-ink border-control hover:bg-inset active:bg-inset",
  quiet: "bg-transparent text-link border-transparent hover:bg-inset active:bg-inset",
  danger: "bg-surface text-error-700 border-error-600 hover:bg-error-50 active:bg-error-50",
} as const;

/** Touch targets need 44 px: the small size shrinks only with a mouse. */
const sizes = {
  small: "min-h-11 px-3 text-small rounded-sm lg:min-h-9",
  medium: "min-h-11 px-[18px] text-body-2 rounded",
  large: "min-h-14 px-7 py-3 text-body rounded-note w-full sm:w-auto",
} as const;

/** Classes for `<button>`, links and `<summary>`. */
export function buttonClass({ variant = "outlined", size = "medium" }: ButtonStyle): string {
  // Sizes of text come with a weight: a button's stays beside them.
  return classNames("button font-semibold", variants[variant], sizes[size]);
}
