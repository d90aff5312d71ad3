import { readFileSync } from "node:fs";
import type { publicPages } from "../../app/http/paths/public-pages.ts";
import { termsVersion } from "../../contract/order/terms.ts";
import type { Lang } from "../../contract/values/languages.ts";

type Page = (typeof publicPages)[number];

/** File and part of the locale files that have title and description of a page. */
const places: Record<Page, [file: string, part?: string]> = {
  "/": ["home", "meta"],
  "/exchange/usdt-to-paypal": ["exchange", "usdt-to-paypal"],
  "/exchange/crypto-to-paypal": ["exchange", "crypto-to-paypal"],
  "/exchange/paypal-invoice": ["exchange", "paypal-invoice"],
  "/earn": ["content", "earn"],
  "/developers": ["content", "developers"],
  "/status": ["status", "meta"],
  "/verify": ["verify", "meta"],
  "/company/about": ["company", "about"],
  "/company/our-mission": ["content", "mission"],
  "/company/contact-us": ["company", "contact"],
  "/legal/terms": [`legal/terms-${termsVersion}`],
  "/legal/privacy-policy": ["legal/privacy"],
  "/legal/aml-kyc": ["legal/aml"],
  "/legal/faq": ["content", "faq"],
};

/** Title and description of a public page, as in its head. */
export function pageTexts(lang: Lang, page: Page): { title: string; description: string } {
  const [file, part] = places[page];
  const whole = JSON.parse(readFileSync(`locales/${lang}/${file}.json`, "utf8"));
  const texts = part === undefined ? whole : whole[part];
  const title = texts?.pageTitle ?? texts?.title;
  if (typeof title !== "string" || typeof texts.description !== "string")
    throw new Error(`locales/${lang}/${file}.json has no title and description in ${part ?? "itself"}`);
  return { title, description: texts.description };
}
