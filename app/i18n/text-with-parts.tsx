import { cloneElement, Fragment, type ReactElement } from "react";

type TextWithPartsProps = {
  /** A translated sentence with its values in it: `I accept the <terms>terms</terms>`. */
  text: string;
  /** The element for each name that the sentence marks. */
  parts: Record<string, ReactElement>;
};

/** A sentence of which parts are links or stand out. A name that has no element stays plain text; parts do not nest. */
export function TextWithParts({ text, parts }: TextWithPartsProps) {
  const pieces: (ReactElement | string)[] = [];
  let end = 0;
  for (const { 0: marked, 1: name = "", 2: content, index } of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    pieces.push(text.slice(end, index));
    const element = parts[name];
    pieces.push(element ? cloneElement(element, { key: index }, content) : (content ?? ""));
    end = index + marked.length;
  }
  return <Fragment>{[...pieces, text.slice(end)]}</Fragment>;
}
