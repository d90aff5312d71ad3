import { Fragment, type ReactNode } from "react";

type TextWithPartsProps = {
  /** A translated sentence with inline elements: `I accept the <terms>terms</terms>`. */
  text: string;
  /** Renders each part, by its name in the sentence. */
  parts: Record<string, (text: string) => ReactNode>;
};

/** A sentence with parts that are links or emphasised. Unknown parts stay plain text; parts do not nest. */
export function TextWithParts({ text, parts }: TextWithPartsProps) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: marked, 1: name = "", 2: part = "", index } of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    pieces.push(text.slice(end, index), <Fragment key={index}>{parts[name]?.(part) ?? part}</Fragment>);
    end = index + marked.length;
  }
  return [...pieces, text.slice(end)];
}
