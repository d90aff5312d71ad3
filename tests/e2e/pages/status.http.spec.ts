import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";
import { z } from "zod/v4";
import { periodsOf } from "../../../app/routes/($lang).status/measured-time.ts";
import { statusReply } from "../../../contract/market/service-status.ts";
import { BackOffice, withReason } from "../people/back-office.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** The parts of RFC 4287 that the feed uses. */
const schema = readFileSync(new URL("../../support/atom-feed.xsd", import.meta.url), "utf8");

for (const lang of langs) {
  test(`the status page shows every measured part, the reserves and its periods in ${lang}`, async ({ page, site }) => {
    // A service that has just started has measured nothing yet.
    const measured = async () =>
      (await new BackOffice(site).call("exchangeStatus", { query: { days: "7" } })).data.parts.length;
    await expect.poll(measured).toBe(4);
    await page.goto(`${prefix(lang)}/status`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(siteText(lang, "status:heading"));
    const heading = (key: string) => page.getByRole("heading", { name: siteText(lang, key), exact: true });
    for (const key of ["status:payouts.title", "status:reserve.title", "status:incidents.title"] as const) {
      await expect(heading(key)).toHaveCount(1);
    }
    for (const name of ["orders", "coins", "invoices", "payouts"] as const) {
      await expect(heading(`status:part.${name}`)).toHaveCount(1);
    }
    // In the first week every period would show the same days. Another test may have moved the site's clock.
    const { data } = await new BackOffice(site).call("exchangeStatus", { query: { days: "90" } });
    const hasPeriods = periodsOf(data).length > 1;
    const week = page.getByRole("link", { name: siteText(lang, "status:period.7"), exact: true });
    await expect(week).toHaveCount(hasPeriods ? 1 : 0);
    if (!hasPeriods) return;
    await week.click();
    expect(new URL(page.url()).search).toBe("?days=7");
    await expect(page.locator("nav [aria-current=page]").first()).toBeVisible();
  });
}

test("the status file has the page's figures over 90 days, and an ETag", async ({ request }) => {
  const response = await request.get("/status.json");
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    etag: expect.stringMatching(/^"/),
  });
  const { data } = statusReply.parse({ data: await response.json() });
  expect(data.days).toBe(90);
  for (const part of data.parts) expect(part.days).toHaveLength(90);
});

for (const lang of langs) {
  test(`the status page links its incidents as a valid Atom feed in ${lang}`, async ({ page, request, site }) => {
    const office = new BackOffice(site);
    const titles = { title_en: "Payouts <late>", title_ru: "Выплаты & задержка" };
    const texts = { kind: "planned", ...titles, en: "Two hours.", ru: "Два часа.", ...withReason };
    const { id } = z.object({ id: z.string() }).parse(await office.operator("incidents open", texts));
    await page.goto(`${prefix(lang)}/status`);
    const link = await page.getByRole("link", { name: siteText(lang, "status:feed.link") }).getAttribute("href");
    expect(link).toBe(`${prefix(lang)}/status.xml`);
    const response = await request.get(link ?? "");
    expect([response.status(), response.headers()["content-type"]]).toEqual([
      200,
      "application/atom+xml; charset=utf-8",
    ]);
    const feed = await response.text();
    const { errors } = await validateXML({ xml: { fileName: "status.xml", contents: feed }, schema });
    expect(errors).toEqual([]);
    expect(feed).toContain(
      lang === "en" ? "<title>Payouts &lt;late&gt;</title>" : "<title>Выплаты &amp; задержка</title>",
    );
    expect(feed).toContain(`${prefix(lang)}/status#${id}"`);
    const again = await request.get(link ?? "", { headers: { "If-None-Match": response.headers().etag ?? "" } });
    expect(again.status()).toBe(304);
    await office.operator("incidents close", { id, ...withReason });
  });
}
