import { parseHTML } from "linkedom";
import { Member } from "../people/member.ts";
import { langs } from "../people/visitor.ts";
import { allPages } from "../setup/all-pages.ts";
import { pageFaults } from "../setup/page-checks.ts";
import { expect, test } from "../setup/story.ts";

for (const lang of langs) {
  test(`every page answers in ${lang} with valid HTML, whole texts, ordered headings and working anchors`, async ({
    page,
    site,
  }) => {
    const addresses = await allPages(new Member(page, lang, site), lang);
    expect(addresses.length).toBeGreaterThan(30);
    for (const address of addresses) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      const html = await page.content();
      expect(await pageFaults(html, parseHTML(html).document, lang), address).toEqual([]);
    }
  });
}
