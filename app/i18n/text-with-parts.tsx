import { Fragment, type ReactNode } from "react";

type TextWithPartsProps = {
  /** A translated sentence with its values in it: `I accept the <terms>terms</terms>`. */
  text: string;
  /** What becomes of each part, by the name that the sentence gives it. */
  parts: Record<string, (text: string) => ReactNode>;
};

/** A sentence of which parts are links or stand out. A part with another name stays plain text; parts do not nest. */
export function TextWithParts({ text, parts }: TextWithPartsProps) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: marked, 1: name = "", 2: part = "", index } of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    pieces.push(text.slice(end, index), <Fragment key={index}>{parts[name]?.(part) ?? part}</Fragment>);
    end = index + marked.length;
  }
  return [...pieces, text.slice(end)];
}
