import { type ReactNode, useEffect, useRef } from "react";
import type { Side } from "../../../../contract/market/quote.ts";
import { classNames } from "../../../ui/class-names.ts";

type LegProps = {
  side: Side;
  label: string;
  value: string;
  wrong: boolean;
  describedBy: string;
  /** Focused after a refused submit. */
  focus: boolean;
  onType: (typed: string) => void;
  /** The currency of this side. */
  children: ReactNode;
};

/** One side of the exchange: the amount as typed, and its currency. The focus ring surrounds both. */
export function Leg({ side, label, value, wrong, describedBy, focus, onType, children }: LegProps) {
  const id = `${side}_amount`;
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the scripts were there counts too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts arrive.
  useEffect(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== value) onType(typed);
  }, []);
  return (
    <div
      className={classNames(
        "leg flex items-center gap-3 rounded-leg border bg-surface py-2.5 pl-4 pr-3",
        wrong ? "border-error-600 shadow-[inset_0_0_0_1px_var(--error-600)]" : "border-control",
      )}
    >
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-small font-medium text-ink-2">
          {label}
        </label>
        <input
          ref={input}
          id={id}
          name={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={describedBy}
          // biome-ignore lint/a11y/noAutofocus: only on the page that comes back with an error in this very field.
          autoFocus={focus}
          className="leg-amount block w-full min-w-0 bg-transparent text-amount-in [font-variant-numeric:tabular-nums]"
        />
        <input type="hidden" name={`shown_${side}`} value={value} />
      </div>
      {children}
    </div>
  );
}
