import { Member } from "../../e2e/people/member.ts";
import { langs } from "../../e2e/people/visitor.ts";
import { allPages } from "../../e2e/setup/all-pages.ts";
import { axeFaults } from "../../e2e/setup/axe.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";
import { edgeless, faultsOf, moving, tooWide, unprintable } from "./page-faults.ts";

/** The narrowest phone, each side of every breakpoint, and common windows. */
const widths = [320, 390, 599, 700, 768, 769, 780, 860, 912, 1000, 1120, 1230, 1280, 1440];

for (const lang of langs) {
  test(`no page scrolls sideways at any width, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    const atWidths = async () => {
      const faults: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        faults.push(...(await page.evaluate(tooWide)).map((fault) => `at ${width}: ${fault}`));
      }
      return faults;
    };
    expect(await faultsOf(page, addresses, atWidths)).toEqual([]);
  });

  /** 400 % of a window of 1280 by 1024 pixels is one of 320 by 256 (WCAG 2.2, 1.4.10). */
  test(`no page scrolls sideways or hides text when it is enlarged to 400 %, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await faultsOf(page, addresses, () => page.evaluate(tooWide))).toEqual([]);
  });

  test(`nothing moves by itself where less motion is wanted, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await faultsOf(page, addresses, () => page.evaluate(moving))).toEqual([]);
  });

  test(`every field and button has an edge in forced colours, in ${lang}`, async ({ page, site }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await faultsOf(page, addresses, () => page.evaluate(edgeless))).toEqual([]);
  });

  test(`every page prints on A4 without its menus, in dark ink on white from the dark theme too, in ${lang}`, async ({
    page,
    site,
  }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width: 718, height: 1040 });
    const printed = async () => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const faults = [...(await page.evaluate(tooWide)), ...(await page.evaluate(unprintable))];
      return [...faults, ...(await axeFaults(page)).filter((fault) => /(^|dark: )color-contrast/.test(fault))];
    };
    expect(await faultsOf(page, addresses, printed)).toEqual([]);
  });
}
