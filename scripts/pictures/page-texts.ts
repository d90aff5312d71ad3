import { readFileSync } from "node:fs";
import { pairNames } from "../../app/components/rates/pair-names.ts";
import type { publicPages } from "../../app/http/paths/public-pages.ts";
import { type TextPage, textPages } from "../../app/http/paths/text-pages.ts";
import { termsVersion } from "../../contract/order/terms.ts";
import type { Lang } from "../../contract/values/languages.ts";
import { demoAssets, demoPairs } from "../../upstream/market/demo/demo-market.ts";

type Page = (typeof publicPages)[number];
type TextsKey = [file: string, part?: string];

/** File and part of the locale files that have title and description of a page. */
const textsOf: Record<Exclude<Page, TextPage["path"]>, TextsKey> = {
  "/": ["home", "meta"],
  "/exchange/usdt-to-paypal": ["exchange", "usdt-to-paypal"],
  "/exchange/crypto-to-paypal": ["exchange", "crypto-to-paypal"],
  "/exchange/paypal-invoice": ["exchange", "paypal-invoice"],
  // Without the figures of its head, which are the operator's.
  "/earn": ["earn", "picture"],
  "/developers": ["content", "developers"],
  "/status": ["status", "meta"],
  "/verify": ["verify", "meta"],
  "/company/about": ["company", "about"],
  "/company/contact-us": ["company", "contact"],
  "/reviews": ["reviews", "meta"],
  "/newsletter": ["newsletter", "meta"],
  "/legal/terms": [`legal/terms-${termsVersion}`],
  "/legal/privacy-policy": ["legal/privacy"],
  "/legal/aml-kyc": ["legal/aml"],
  "/legal/faq": ["content", "faq"],
  "/legal/accessibility": ["legal/accessibility"],
};

/** Title and description of a public page, for its picture in social networks. */
export function pageTexts(lang: Lang, page: Page): { title: string; description: string } {
  const [file, part] = placeOf(page);
  const whole = JSON.parse(readFileSync(`locales/${lang}/${file}.json`, "utf8"));
  const texts = part === undefined ? whole : whole[part];
  const title = texts?.pageTitle ?? texts?.title;
  if (typeof title !== "string" || typeof texts.description !== "string")
    throw new Error(`locales/${lang}/${file}.json has no title and description in ${part ?? "itself"}`);
  return { title, description: texts.description };
}

function placeOf(page: Page): TextsKey {
  const textPage = textPages.find(({ path }) => path === page);
  return textPage ? ["pages", textPage.name] : textsOf[page as Exclude<Page, TextPage["path"]>];
}

/** Title and lead of the page of each pair of a new exchange. */
export function pairTexts(lang: Lang): { slug: string; title: string; description: string }[] {
  const texts = JSON.parse(readFileSync(`locales/${lang}/pair.json`, "utf8"));
  const { inAccount: template } = JSON.parse(readFileSync(`locales/${lang}/rates.json`, "utf8"));
  const inAccount = (service: string) => template.replace("{{service}}", service);
  return demoPairs.map((pair) => {
    const [from, to] = [assetOf(pair.from), assetOf(pair.to)];
    const names = pairNames(from, to, inAccount);
    const fill = (text: string) => text.replace("{{from}}", names.from).replace("{{to}}", names.to);
    return {
      slug: pair.slug,
      title: fill(texts.title),
      description: fill(texts.lead[from.kind === "ewallet" ? "invoice" : "coins"]),
    };
  });
}

function assetOf(id: string) {
  const asset = demoAssets.find((candidate) => candidate.id === id);
  if (!asset) throw new Error(`The demo market has no asset ${id}`);
  return { kind: asset.kind, name: asset.name, symbol: asset.symbol, network_label: asset.networkLabel ?? null };
}
