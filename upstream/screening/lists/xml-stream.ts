import { SaxesParser } from "saxes";
import { BrokenList } from "./broken-list.ts";

/** An element that has ended: its name without prefix, attributes, text, and the elements inside it. */
export type Element = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: Element[] };

/** No party of a list has as many characters; what has is no list. */
const mostCharacters = 4_000_000;

/**
 * Reads XML piece by piece. `whole` names elements that are handed over as soon as they end, with all that is inside; around
 * them only names and attributes of the open elements are kept, so that memory holds one party at a time. A document type is
 * refused: it could name entities that read files or grow without bound, and no list has one.
 */
export async function readXml(
  chunks: AsyncIterable<string>,
  whole: ReadonlySet<string>,
  onElement: (element: Element, parents: readonly string[], root: Element["attributes"]) => Promise<void> | void,
): Promise<void> {
  const parser = new SaxesParser();
  const open: Element[] = [];
  const ended: { element: Element; parents: string[]; root: Element["attributes"] }[] = [];
  let [depthInside, characters] = [0, 0];
  parser.on("error", (error) => {
    throw new BrokenList(error.message);
  });
  parser.on("doctype", () => {
    throw new BrokenList("it has a document type");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    if (depthInside > 0 || whole.has(local)) depthInside += 1;
    open.push({ name: local, attributes: attributes as Record<string, string>, text: "", children: [] });
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (depthInside === 0 || !current) return;
    characters += text.length;
    if (characters > mostCharacters) throw new BrokenList("an entry of it is too long");
    current.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (!element || depthInside === 0) return;
    depthInside -= 1;
    if (depthInside > 0) open.at(-1)?.children.push(element);
    else {
      ended.push({ element, parents: open.map(({ name }) => name), root: open[0]?.attributes ?? {} });
      characters = 0;
    }
  });
  for await (const chunk of chunks) {
    parser.write(chunk);
    for (const { element, parents, root } of ended.splice(0)) await onElement(element, parents, root);
  }
  parser.close();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The elements of this name directly inside. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The first element at this path below; undefined where there is none. */
export const elementAt = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce((current, name) => childrenOf(current, name)[0], element);

/** Its text without space around it; empty where there is none. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  elementAt(element, ...path)?.text.trim() ?? "";

/** All elements of this name below, at any depth. */
export function allInside(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allInside(child, name)]);
}
