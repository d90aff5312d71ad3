import { parseHTML } from "linkedom";
import { ask, type HttpResponse } from "../../support/service/ask.ts";
import type { Lang } from "../people/visitor.ts";
import { pageFaults, untranslatedWords } from "../setup/page-checks.ts";
import { publicPaths } from "../setup/public-pages.ts";
import { filled, siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

type Visited = { address: string; response: HttpResponse; document: Document };

/** A stranger's way through the site: from home, the sitemap and the forms, along every link. */
test("every public page and every link on one is whole in both languages, and the sitemap lists the indexed ones", async ({
  site,
}) => {
  test.slow();
  const sitemap = (await ask(site, "/sitemap.xml")).text;
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  const pages = new Map<string, Visited>();
  const waiting = new Set([...listed, ...publicPaths.flatMap((path) => [`/En${path}`, `/Ru${path}`])]);
  const links: { on: string; to: URL }[] = [];
  for (const address of waiting) {
    const response = await ask(site, address);
    const isPage = String(response.headers["content-type"]).startsWith("text/html");
    expect([200, 302, 303], `${address} answered ${response.status}`).toContain(response.status);
    if (response.status !== 200 || !isPage) continue;
    const { document } = parseHTML(response.text);
    pages.set(address, { address, response, document });
    for (const to of ownLinks(document, site.origin + address)) {
      links.push({ on: address, to });
      waiting.add(to.pathname);
    }
  }

  expect(listed.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const page of pages.values()) {
    faults.push(...(await faultsOf(page, pages, listed)).map((fault) => `${page.address}: ${fault}`));
  }
  expect(faults).toEqual([]);
  const broken = links.filter(({ to }) => to.hash !== "" && !hasAnchor(pages.get(to.pathname), to.hash));
  expect(broken.map(({ on, to }) => `${on} links to ${to}`)).toEqual([]);
  expect(repeated([...pages.values()].map(titleOf))).toEqual([]);
  expect(repeated(listed.map((address) => descriptionOf(pages.get(address))))).toEqual([]);
});

test("every route without parameters that a stranger can open is among the pages that the tests open", () => {
  const guest = siteRoutes()
    .map(({ path }) => path)
    .filter(
      (path) => /^\/En(\/|$)/.test(path) && !path.includes(":") && !path.endsWith("*") && !notForGuests.test(path),
    );
  const publicPages = publicPaths.map((path) => `/En${path}`);
  expect(guest.filter((path) => !publicPages.includes(filled(path, {})))).toEqual([]);
});

/** Members' pages, steps of a sign-in or request, and addresses that return no page or are opened by their own tests. */
const notForGuests =
  /\/(dashboard(\/.*)?|(sign-up|reset)\/code|two-factor|link-google|reserve-request(\/stop)?|sign-out|auth\/google|refused|gallery|mailbox|legal\/cookies|reviews\/(confirm|decline)|newsletter\/(confirm|stop)|withdrawals\/report|stopped|status\.xml)$/;

function ownLinks(document: Document, base: string): URL[] {
  return [...document.querySelectorAll("a[href]")]
    .map((link) => new URL(link.getAttribute("href") ?? "", base))
    .filter((to) => to.origin === new URL(base).origin);
}

async function faultsOf(page: Visited, pages: Map<string, Visited>, listed: string[]): Promise<string[]> {
  const { address, response, document } = page;
  const lang: Lang = address.startsWith("/Ru") ? "ru" : "en";
  const isListed = listed.includes(address);
  // They stand for pages of others: networks, PayPal, a gateway.
  const isOfSandbox = address.startsWith("/api/v1/sandbox/");
  // An earlier version of the terms may be found, and is not worth listing.
  const isIndexed = response.headers["x-robots-tag"] === undefined && !address.includes("/legal/terms/");
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
  const isCanonical = canonical != null && new URL(canonical).pathname === address;
  const versions = versionsOf(document);
  const isSymmetric = versions.every((path) => String(versionsOf(pages.get(path)?.document)) === String(versions));
  return [
    ...(await pageFaults(response.text, document, lang)).filter(
      (fault) => !isOfSandbox || !fault.includes("the brand"),
    ),
    ...(lang === "ru" ? untranslatedWords(document) : []),
    ...(isListed === isIndexed ? [] : [isListed ? "in the sitemap but not indexed" : "indexed but not in the sitemap"]),
    ...(isListed && !isCanonical ? [`its canonical address is ${canonical}`] : []),
    ...(isListed && !(versions.includes(address) && isSymmetric) ? [`one-sided versions: ${versions}`] : []),
    ...(Buffer.byteLength(response.text) <= mostBytes ? [] : [`${Buffer.byteLength(response.text)} bytes`]),
    ...securityHeaders.filter((name) => response.headers[name] === undefined).map((name) => `no ${name}`),
  ];
}

/** The API reference is by far the largest page. */
const mostBytes = 320_000;
const securityHeaders = ["content-security-policy", "x-content-type-options", "referrer-policy"];

/** By language; `x-default` repeats one of them. */
const versionsOf = (document: Document | undefined) =>
  [...(document?.querySelectorAll('link[rel="alternate"]') ?? [])]
    .filter((link) => /hreflang="(?!x-default)/i.test(link.outerHTML))
    .map((link) => new URL(link.getAttribute("href") ?? "", "http://none").pathname);

const titleOf = ({ document }: Visited) => document.querySelector("title")?.textContent ?? "";
const descriptionOf = (page: Visited | undefined) =>
  page?.document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
const hasAnchor = (page: Visited | undefined, hash: string) =>
  page === undefined || page.document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
const repeated = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);
