import type { ComponentProps } from "react";

type CodeInputProps = Omit<ComponentProps<"input">, "type" | "maxLength"> & {
  /** Number of digits, usually six. */
  length: number;
};

/**
 * One field drawn as a row of cells: a code can be pasted or filled in by the phone, and a screen reader reads one
 * field. Longer text is accepted, because people paste spaces.
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
