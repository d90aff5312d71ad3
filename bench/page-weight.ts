import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** In bytes; compressed by brotli, as a deployed site sends them. */
export type PageWeight = {
  /** Uncompressed. */
  html: number;
  scriptFiles: number;
  /** Script files, and the texts inside the page for them. */
  scripts: number;
  /** Style sheets that a screen waits for, by gzip. */
  styles: number;
  /** Everything a first visit loads, except fonts. */
  firstVisit: number;
};

/** What a browser without a cache loads for an address. Pages are compressed quickly, files at maximum quality. */
export async function weighPage(page: Page, url: string): Promise<PageWeight> {
  const addresses = new Set<string>();
  page.on("response", (response) => {
    // A stream of an order never ends.
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream");
    if (response.ok() && !isStream) addresses.add(response.url());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const weight: PageWeight = { html: 0, scriptFiles: 0, scripts: 0, styles: 0, firstVisit: 0 };
  // Requested again: the browser does not expose all bodies, a preloaded font's for example.
  const forPrint = await page.locator("link[rel=stylesheet][media=print]").getAttribute("href");
  for (const address of addresses) {
    const path = new URL(address).pathname;
    add(weight, path, await (await page.request.get(address)).body(), path === forPrint);
  }
  return weight;
}

function add(weight: PageWeight, path: string, body: Buffer, isForPrint: boolean): void {
  if (path.endsWith(".woff2")) return;
  if (path.endsWith(".js")) {
    weight.scriptFiles += 1;
    weight.scripts += compressed(body, fileQuality);
  } else if (path.endsWith(".css")) {
    if (!isForPrint) weight.styles += gzipSync(body, { level: 9 }).length;
  } else if (!path.includes(".")) {
    const texts = /<script id="start-texts"[^>]*>([^<]*)</.exec(body.toString())?.[1] ?? "";
    weight.html += body.length;
    weight.scripts += compressed(Buffer.from(texts), pageQuality);
  }
  weight.firstVisit += compressed(body, path.includes(".") ? fileQuality : pageQuality);
}

const fileQuality = 11;
const pageQuality = 5;

function compressed(body: Buffer, quality: number): number {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}
