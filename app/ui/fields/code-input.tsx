import type { ComponentProps } from "react";

type CodeInputProps = Omit<ComponentProps<"input">, "type" | "maxLength"> & {
  /** Digits of the code, six as a rule. */
  length: number;
};

/**
 * One field drawn as a row of cells: a code is pasted whole, filled in by the phone, and read by a screen reader as what
 * it is. Longer text is accepted, because people paste spaces along.
 */
export function CodeInput({ length, ...rest }: CodeInputProps) {
  return (
    <span className="code-cells" data-length={length}>
      {Array.from({ length }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that never move.
        <span key={index} aria-hidden="true" className="code-cell" />
      ))}
      <input
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        {...rest}
        type="text"
        maxLength={length + 6}
        className="code-digits"
      />
    </span>
  );
}
