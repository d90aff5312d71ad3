import { Member } from "../../e2e/people/member.ts";
import { langs, prefix } from "../../e2e/people/visitor.ts";
import { allPages } from "../../e2e/setup/all-pages.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";
import { publicPaths } from "../../e2e/setup/public-pages.ts";
import { faultsAtWidths } from "./axe-at-widths.ts";

for (const lang of langs) {
  test(`no page has an axe violation, in both themes and at three widths, in ${lang}`, async ({ page, site }) => {
    const faults: string[] = [];
    const asGuest = [...publicPaths, "/no/such/page"].map((path) => `${prefix(lang)}${path}`);
    for (const address of asGuest) {
      await page.goto(address);
      faults.push(...(await faultsAtWidths(page, `${address} as a guest`)));
    }
    for (const address of await allPages(new Member(page, lang, site), lang)) {
      await page.goto(address);
      faults.push(...(await faultsAtWidths(page, address)));
    }
    expect(faults).toEqual([]);
  });
}
