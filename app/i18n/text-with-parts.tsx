import { Fragment, type ReactNode } from "react";

type TextWithPartsProps = {
  /** A translated sentence with inline elements: `I accept the <terms>terms</terms>`. */
  text: string;
  /** Renders each part, by its name in the sentence. */
  parts: Record<string, (text: string) => ReactNode>;
};

/** A part that stays on one line: a browser breaks an order number at its hyphens, and the font has no other ones. */
export const onOneLine = (text: string) => <span className="whitespace-nowrap">{text}</span>;

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
