import { createElement, Fragment, type ReactNode } from "react";

const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const decoded = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

/** Parses React's own output into elements; no other HTML: attributes are double-quoted, all elements closed. */
export function treeOf(html: string): ReactNode {
  const open: { name: string; props: Record<string, unknown>; children: ReactNode[] }[] = [
    { name: "", props: {}, children: [] },
  ];
  const add = (node: ReactNode) => open.at(-1)?.children.push(node);
  const close = () => {
    const { name, props, children } = open.pop() ?? { name: "", props: {}, children: [] };
    add(createElement(name, props, ...children));
  };
  const token =
    /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(script|style)([^>]*)>([\s\S]*?)<\/\1>|<\/[^>]+>|<([\w-]+)([^>]*)>|[^<]+/gi;
  for (const [text, raw, rawAttributes, content, name, attributes] of html.matchAll(token)) {
    if (text.startsWith("<!")) continue;
    if (raw) add(createElement(raw, { ...propsOf(rawAttributes), dangerouslySetInnerHTML: { __html: content } }));
    else if (text.startsWith("</")) close();
    else if (name) {
      open.push({ name, props: propsOf(attributes), children: [] });
      if (voids.has(name)) close();
    } else add(decoded(text));
  }
  return createElement(Fragment, null, ...(open[0]?.children ?? []));
}

function propsOf(attributes = ""): Record<string, unknown> {
  const pairs = [...attributes.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name, decoded(value ?? "")]));
}
