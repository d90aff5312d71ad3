import { describe, expect, test } from "vitest";
import { languages } from "../../../contract/values/languages.ts";
import { columnLinks } from "../../components/shell/frame/navigation.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { pagesWithoutFigures, publicPages } from "./public-pages.ts";
import { textPages } from "./text-pages.ts";

describe.each(textPages)("the text page $path", ({ name, path, column }) => {
  test("is public, cached until the next build, and linked once", () => {
    expect(publicPages).toContain(path);
    expect(pagesWithoutFigures).toContain(path);
    expect(columnLinks(column).filter((link) => link.path === path)).toHaveLength(1);
  });

  test.each(languages)("has its texts in %s", (lang) => {
    const t = textsFor(lang).translator(["pages"]) as (key: string) => string;
    for (const part of ["link", "title", "description", "heading", "lead"])
      expect(t(`${name}.${part}`)).not.toBe(`${name}.${part}`);
  });
});
