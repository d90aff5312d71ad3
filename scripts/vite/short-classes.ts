import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import postcss, { type Plugin as PostcssPlugin, type Root } from "postcss";
import tailwindcss from "tailwindcss";
import type { Plugin } from "vite";
import { tailwind } from "../../tailwind.config.ts";
import { stringsOf, wordsOf } from "./class-strings.ts";

/** What a string of classes may have in it. */
type ClassNames = {
  /** Tailwind's utility classes by their names in the sources. */
  short: ReadonlyMap<string, string>;
  /** Classes that keep their names: utilities of one word and those of app/styles. */
  unchanged: ReadonlySet<string>;
};

/**
 * Gives Tailwind's utility classes names of one or two letters in a build, in the style sheet and in the strings of the site's
 * sources, which makes the sheet, the pages and the scripts smaller. The classes that app/styles names and utilities of one word
 * (`flex`) keep theirs: such a word may be something else in a string.
 */
export function shortClasses(): { vite: Plugin; postcss: PostcssPlugin } {
  let names: ClassNames = { short: new Map(), unchanged: new Set() };
  return {
    vite: {
      name: "short-classes",
      apply: "build",
      enforce: "pre",
      async buildStart() {
        names = classNamesIn(await utilities(), ownStyles());
      },
      transform(source, id) {
        const path = relative(process.cwd(), id.replace(/\?.*$/, ""));
        return ofPages.test(path) ? { code: withShortClasses(source, names), map: null } : null;
      },
    },
    postcss: { postcssPlugin: "short-classes", OnceExit: (root) => renameSelectors(root, names) },
  };
}

/** The gallery exists in development only: the sheet has nothing of it. */
const ofPages = /^app\/(?!routes\/[^/]*\.gallery\/).*\.tsx?$/;

async function utilities(): Promise<Root> {
  const { css } = await postcss([tailwindcss(tailwind("build"))]).process("@tailwind utilities", { from: undefined });
  return postcss.parse(css);
}

function ownStyles(): Root[] {
  const folder = "app/styles";
  const files = readdirSync(folder).filter((file) => file.endsWith(".css"));
  return files.map((file) => postcss.parse(readFileSync(join(folder, file), "utf8")));
}

/**
 * What is shown at which width (`lg:hidden`) and what only a screen reader reads keep their names: tests see by them what a
 * visitor sees (`isShown` in tests/support/http-browser, `tests/e2e/setup/split-values.ts`).
 */
const isDisplay =
  /^([a-z]+:)?(hidden|sr-only|block|inline|inline-block|flex|inline-flex|grid|inline-grid|table|contents|flow-root|list-item)$/;

/** Short names in the order of the sheet, so that neighbours have similar ones, which compress well. */
export function classNamesIn(utilitySheet: Root, ownSheets: readonly Root[]): ClassNames {
  const utilityNames = classesOf(utilitySheet);
  const ownClasses = new Set(ownSheets.flatMap(classesOf));
  const renamed = utilityNames.filter((name) => /[-:[/]/.test(name) && !ownClasses.has(name) && !isDisplay.test(name));
  const short = new Map(renamed.map((name, index) => [name, shortName(index)]));
  return { short, unchanged: new Set([...ownClasses, ...utilityNames.filter((name) => !short.has(name))]) };
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** `a` to `Z`, then `aa`: no class of ours is so short. */
function shortName(index: number): string {
  const last = letters[index % letters.length] ?? "";
  const before = Math.floor(index / letters.length);
  return before === 0 ? last : shortName(before - 1) + last;
}

/** A comma is escaped by its number and a space, other characters by themselves. */
const classOfSelector = /\.((?:\\[0-9a-f]{1,6} |\\.|[\w-])+)/g;

const unescaped = (name: string) =>
  name
    .replace(/\\([0-9a-f]{1,6}) /g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, "$1");

function classesOf(root: Root): string[] {
  const classes = new Set<string>();
  root.walkRules(({ selector }) => {
    for (const [, name = ""] of selector.matchAll(classOfSelector)) classes.add(unescaped(name));
  });
  return [...classes];
}

export function renameSelectors(root: Root, { short }: ClassNames): void {
  root.walkRules((rule) => {
    rule.selector = rule.selector.replace(classOfSelector, (whole, name: string) => {
      const renamed = short.get(unescaped(name));
      return renamed === undefined ? whole : `.${renamed}`;
    });
  });
}

/**
 * The source with short names for the classes in its strings. Throws for a string that has a class with a short name beside a
 * word that is no class: one of the two is not what it seems.
 */
export function withShortClasses(source: string, names: ClassNames): string {
  let code = "";
  let end = 0;
  for (const { start, text } of stringsOf(source)) {
    if (!wordsOf(text).some((word) => names.short.has(word))) continue;
    code += source.slice(end, start) + text.replace(/\S+/g, (word) => shortClass(word, text, names));
    end = start + text.length;
  }
  return code + source.slice(end);
}

function shortClass(word: string, text: string, { short, unchanged }: ClassNames): string {
  const name = short.get(word) ?? (unchanged.has(word) ? word : undefined);
  if (name === undefined) throw new Error(`"${word}" in "${text}" is no class of a style sheet.`);
  return name;
}
