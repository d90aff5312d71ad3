import { parseHTML } from "linkedom";
import sharp from "sharp";
import { termsVersion } from "../../../contract/order/terms.ts";
import { type Lang, langs, prefix } from "../people/visitor.ts";
import { listedPaths, unlistedPaths } from "../setup/public-pages.ts";
import { expect, test } from "../setup/story.ts";

for (const lang of langs) {
  test(`every listed page tells search engines and messengers what it is in ${lang}`, async ({ request, site }) => {
    const descriptions = new Map<string, string>();
    for (const path of listedPaths) {
      const address = `${prefix(lang)}${path}`;
      const response = await request.get(address);
      expect(response.headers()["x-robots-tag"], address).toBeUndefined();
      const { document } = parseHTML(await response.text());
      const attribute = (selector: string, name = "content") => document.querySelector(selector)?.getAttribute(name);

      expect(attribute('link[rel="canonical"]', "href"), address).toBe(site.origin + address);
      const links = [...document.querySelectorAll('link[rel="alternate"]')].map((link) => link.outerHTML);
      expect(links.flatMap((link) => /hreflang="(.*?)"/i.exec(link)?.[1] ?? [])).toEqual(["en", "ru", "x-default"]);
      const title = document.querySelector("title")?.textContent ?? "";
      expect(title.length, `${address}: ${title}`).toBeGreaterThanOrEqual(lengths.title[0]);
      expect(title.length, `${address}: ${title}`).toBeLessThanOrEqual(lengths.title[1]);
      const description = attribute('meta[name="description"]') ?? "";
      expect(description.length, `${address}: ${description}`).toBeGreaterThanOrEqual(lengths.description[0]);
      expect(description.length, `${address}: ${description}`).toBeLessThanOrEqual(lengths.description[1]);
      expect(descriptions.get(description), `${address} repeats a description`).toBeUndefined();
      descriptions.set(description, address);

      expect(attribute('meta[name="twitter:card"]')).toBe("summary_large_image");
      await isPicture(request, attribute('meta[property="og:image"]') ?? "", site.origin, lang);
      const [data] = [...document.querySelectorAll('script[type="application/ld+json"]')];
      const graph: { "@type": string }[] = JSON.parse(data?.textContent ?? "")["@graph"];
      expect(
        graph.map((part) => part["@type"]),
        address,
      ).toEqual(expectedTypes(path));
    }
  });
}

type Entity = { name: string; acceptedAnswer: { text: string } };

const lengths = { title: [30, 60], description: [70, 155] } as const;

function expectedTypes(path: string): string[] {
  if (path === "") return ["Organization", "WebSite"];
  if (path === "/legal/faq" || path === "/earn") return ["BreadcrumbList", "FAQPage"];
  return path.startsWith("/exchange/") ? ["BreadcrumbList", "CurrencyConversionService"] : ["BreadcrumbList"];
}

async function isPicture(
  request: { get: (address: string) => Promise<{ status(): number; body(): Promise<Buffer> }> },
  address: string,
  origin: string,
  lang: Lang,
): Promise<void> {
  expect(address).toMatch(new RegExp(`^${origin}/pictures/${lang}/`));
  const answer = await request.get(address);
  expect(answer.status(), address).toBe(200);
  const bytes = await answer.body();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(bytes.byteLength, address).toBeLessThan(100_000);
}

for (const lang of langs) {
  test(`every pair on sale has a page of its own, in the sitemap, with its price and questions in ${lang}`, async ({
    page,
    request,
    site,
  }) => {
    const sitemap = await (await request.get("/sitemap.xml")).text();
    const addresses = [...sitemap.matchAll(/<loc>([^<]*\/pairs\/[^<]*)<\/loc>/g)].map(([, address = ""]) => address);
    expect(addresses).toHaveLength(2 * 20);
    const dated = (path: string) => sitemap.split(`${prefix(lang)}${path}</loc><lastmod>`)[1]?.slice(0, 10);
    expect(dated("/legal/terms")).toBe(termsVersion);
    expect(dated("/pairs/btc-to-paypal-eur")).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(dated("/company/about")).toBeUndefined();
    const titles = new Set<string>();
    for (const address of addresses.filter((location) => location.startsWith(`${site.origin}${prefix(lang)}/`))) {
      const { document } = parseHTML(await (await request.get(address)).text());
      titles.add(document.querySelector("title")?.textContent ?? "");
    }
    expect(titles.size).toBe(20);
    for (const title of titles) {
      expect(title.length, title).toBeGreaterThanOrEqual(lengths.title[0]);
      expect(title.length, title).toBeLessThanOrEqual(lengths.title[1]);
    }
    await page.goto(`${prefix(lang)}/pairs/btc-to-paypal-eur?period=year`);
    const heading = { en: "Bitcoin to EUR in PayPal", ru: "Bitcoin – EUR на PayPal" }[lang];
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const { document } = parseHTML(await page.content());
    const picture = document.querySelector('meta[property="og:image"]')?.getAttribute("content") ?? "";
    expect(picture).toMatch(/pairs-btc-to-paypal-eur\.png$/);
    await isPicture(request, picture, site.origin, lang);
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
    const graph: { "@type": string; mainEntity?: Entity[] }[] = JSON.parse(data)["@graph"];
    expect(graph.map((part) => part["@type"])).toEqual(["BreadcrumbList", "CurrencyConversionService", "FAQPage"]);
    const mainText = await page.getByRole("main").innerText();
    const questions = graph.at(-1)?.mainEntity ?? [];
    expect(questions).toHaveLength(4);
    for (const { name, acceptedAnswer } of questions) {
      expect(mainText).toContain(name);
      expect(acceptedAnswer.text).not.toMatch(/[<{]/);
    }
  });
}

test("the page of a pair that is not sold does not exist", async ({ request }) => {
  for (const slug of ["btc-to-gold", "constructor", "x".repeat(300)]) {
    expect((await request.get(`/En/pairs/${slug}`)).status(), slug).toBe(404);
  }
});

test("a page that needs a form of its own is kept out of search results", async ({ request }) => {
  for (const path of unlistedPaths) {
    const response = await request.get(`/En${path}`);
    expect(response.headers()["x-robots-tag"], path).toBe("noindex");
    expect(await response.text(), path).not.toContain('rel="canonical"');
  }
});

test("the icons and the manifest are there", async ({ request }) => {
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Kursa", start_url: "/" });
  const icons: { src: string; sizes: string }[] = manifest.icons;
  for (const { src, sizes } of [...icons, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
    const { width, height, format } = await sharp(await (await request.get(src)).body()).metadata();
    expect(`${width}x${height} ${format}`, src).toBe(`${sizes} png`);
  }
  const favicon = await (await request.get("/favicon.ico")).body();
  expect(await sharp(favicon.subarray(22)).metadata()).toMatchObject({ format: "png", width: 32 });
});
