import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Root } from "postcss";

/** Sources whose class names and custom properties reach a page. */
const sources = "app";
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

/**
 * Takes out of Tailwind's stylesheet what nothing can use: custom properties that no rule and no component reads (most steps of
 * the ramps of colours, the defaults of effects that we do not have), and the reverse order of `space-*` and `divide-*`.
 */
export function leanCss(): Plugin {
  return {
    postcssPlugin: "lean-css",
    OnceExit(root) {
      if (forPrint.test(root.source?.input.file ?? "")) return;
      withoutReverse(root);
      const ofComponents = propertiesIn(textOfSources());
      // A property may be read by another one that is not used itself.
      while (removeUnused(root, ofComponents));
    },
  };
}

/** Its custom properties are for the rules of the other sheet. Vite adds a query to the name. */
const forPrint = /\/print\.css(\?|$)/;

/** `space-y-4` as `margin-top` alone: no page has `space-y-reverse`, which its variable is for. */
function withoutReverse(root: Root): void {
  const reverse = "var\\(--tw-(?:space|divide)-[xy]-reverse\\)";
  const [forwards, backwards] = [
    new RegExp(`^calc\\((.+) \\* calc\\(1 - ${reverse}\\)\\)$`),
    new RegExp(`^calc\\(.+ \\* ${reverse}\\)$`),
  ];
  root.walkDecls((declaration) => {
    if (/^--tw-(?:space|divide)-[xy]-reverse$/.test(declaration.prop)) declaration.remove();
    else declaration.value = declaration.value.replace(forwards, "$1").replace(backwards, "0");
  });
}

/** Whether something was removed. */
function removeUnused(root: Root, ofComponents: ReadonlySet<string>): boolean {
  const used = new Set(ofComponents);
  root.walkDecls(({ value }) => {
    for (const property of propertiesIn(value)) used.add(property);
  });
  let hasRemoved = false;
  root.walkDecls(/^--/, (declaration) => {
    if (used.has(declaration.prop)) return;
    declaration.remove();
    hasRemoved = true;
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  return hasRemoved;
}

const propertiesIn = (text: string) => new Set(text.match(/--[a-zA-Z][\w-]*/g));

function textOfSources(): string {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(isSource);
  return files.map((file) => readFileSync(join(sources, file), "utf8")).join("\n");
}
