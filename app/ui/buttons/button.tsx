import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent } from "react";
import { classNames } from "../class-names.ts";
import { Spinner } from "../progress/spinner.tsx";
import { type ButtonStyle, buttonClass } from "./button-class.ts";

type ButtonProps = ComponentPropsWithoutRef<"button"> &
  ButtonStyle & {
    /** While busy: a spinner and the progress label in the same width; presses are ignored. */
    busy?: boolean;
    busyLabel?: string;
  };

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { variant, size, busy = false, busyLabel, className, children, onClick, ...rest } = props;
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      <span className="grid">
        <span
          className={classNames(
            "col-start-1 row-start-1 inline-flex items-center justify-center gap-2",
            busy && "invisible",
          )}
        >
          {children}
        </span>
        {busy && (
          <span className="col-start-1 row-start-1 inline-flex items-center justify-center gap-2">
            <Spinner />
            {busyLabel ?? children}
          </span>
        )}
      </span>
    </button>
  );
});
