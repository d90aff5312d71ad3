import postcss from "postcss";
import { expect, test } from "vitest";
import { classNamesIn, renameSelectors, withShortClasses } from "../../../scripts/vite/short-classes.ts";

const utilities = postcss.parse(
  ".flex{} .mt-4{} .grid-cols-\\[auto\\2c 1fr\\]{} .hover\\:bg-inset:hover{} .group\\/pay:has(:checked) .mt-4{} .size-11{} .lg\\:hidden{}",
);
const ownSheet = postcss.parse(".receipt{} header .size-11{}");
const names = classNamesIn(utilities, [ownSheet]);
const short = (name: string) => names.short.get(name);

test("utilities get short names; words, what hides and what our own style sheets name keep theirs", () => {
  expect([...names.short.keys()]).toEqual(["mt-4", "grid-cols-[auto,1fr]", "hover:bg-inset", "group/pay"]);
  expect(short("mt-4")).toBe("a");
  expect([...names.unchanged].sort()).toEqual(["flex", "lg:hidden", "receipt", "size-11"]);
});

test("selectors and strings of a module get the same names", () => {
  const sheet = postcss.parse(".grid-cols-\\[auto\\2c 1fr\\]{} .receipt .hover\\:bg-inset:hover{}");
  renameSelectors(sheet, names);
  expect(sheet.toString()).toBe(".b{} .receipt .c:hover{}");
  const source = `const a = <p className={\`mt-4 \${isFlex ? "flex" : "grid-cols-[auto,1fr]"} receipt\`} title="Margins: mt-4s" />;`;
  expect(withShortClasses(source, names)).toBe(
    `const a = <p className={\`a \${isFlex ? "flex" : "b"} receipt\`} title="Margins: mt-4s" />;`,
  );
});

test("the paths of imports, comments and text of elements stay as they are", () => {
  const source = 'import "mt-4"; // "mt-4"\nconst a = <p>mt-4</p>;';
  expect(withShortClasses(source, names)).toBe(source);
});

test("a class without a style sheet, and a part of a name beside a value, are refused", () => {
  expect(() => withShortClasses('const a = "mt-4 accent-green";', names)).toThrow(
    '"accent-green" in "mt-4 accent-green"',
  );
  expect(() => withShortClasses(`const a = \`mt-4 w-\${size}\`;`, names)).toThrow('"w-"');
});
