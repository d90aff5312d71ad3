import postcss from "postcss";
import { expect, test } from "vitest";
import { leanCss } from "../../../scripts/vite/lean-css.ts";

const lean = async (css: string) => (await postcss([leanCss()]).process(css, { from: undefined })).css;

test("removes custom properties that nothing reads, also those that only such a one reads", async () => {
  const css = ":root{--unused-outer:var(--unused-inner);--unused-inner:1px;--shade:red}a{color:var(--shade)}";
  expect(await lean(css)).toBe(":root{--shade:red}a{color:var(--shade)}");
  expect(await lean("*{--unused-alone:0}a{top:0}")).toBe("a{top:0}");
});

test("keeps the properties that the sheet for print sets for the rules of the other one", async () => {
  const css = ":root{--unused-outer:white}";
  const printed = (from: string) => postcss([leanCss()]).process(css, { from });
  for (const from of ["app/styles/print.css", "app/styles/print.css?url"]) expect((await printed(from)).css).toBe(css);
  expect((await printed("app/styles/app.css")).css).toBe("");
});

test("keeps a property that a component reads by its name", async () => {
  expect(await lean(":root{--error-600:red}")).toBe(":root{--error-600:red}");
});

test("writes the space between elements as a margin on one side", async () => {
  const css =
    ".s{--tw-space-y-reverse:0;margin-top:calc(1.25rem * calc(1 - var(--tw-space-y-reverse)));margin-bottom:calc(1.25rem * var(--tw-space-y-reverse))}";
  expect(await lean(css)).toBe(".s{margin-top:1.25rem;margin-bottom:0}");
});
