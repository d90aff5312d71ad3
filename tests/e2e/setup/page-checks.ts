import { HtmlValidate } from "html-validate";
import { isSecretField } from "../../../app/forms/secret-fields.ts";
import { textOf } from "../../support/http-browser/elements.ts";
import type { Lang } from "../people/visitor.ts";

/** What is wrong with a page as sent: its language, title, texts, headings, ids, anchors, priority of scripts and markup. */
export async function pageFaults(html: string, document: Document, lang: Lang): Promise<string[]> {
  return [
    ...(html.trimEnd().endsWith("</html>") ? [] : ["something after the end of the page"]),
    ...(document.documentElement.getAttribute("lang") === lang ? [] : ["not in its language"]),
    ...(document.title.endsWith(" · Kursa") ? [] : [`a title without the brand: ${document.title}`]),
    ...rawTexts(document),
    ...headingFaults(document),
    ...anchorFaults(document),
    ...switchFaults(document),
    ...[...document.querySelectorAll('link[rel="modulepreload"]:not([fetchpriority="low"])')].map(
      (link) => `competes with the first paint: ${link.getAttribute("href")}`,
    ),
    ...(await markupFaults(html)),
  ];
}

/**
 * Placeholders, keys that are shown for a missing text, and a full stop after an abbreviation that has one («нояб..»). The API
 * reference names fields like `hold.options`, as code.
 */
function rawTexts(document: Document): string[] {
  const texts = leaves(document).map((element) => textOf(element).trim());
  const names = [...document.querySelectorAll("[aria-label], [placeholder], [alt], [title]")].flatMap((element) =>
    ["aria-label", "placeholder", "alt", "title"].map((name) => element.getAttribute(name) ?? ""),
  );
  return [...texts, ...names].filter(
    (text) => /\{\{|\}\}|\[object|undefined/.test(text) || /[^.]\.\.(?!\.)/.test(text) || isKey(text),
  );
}

const leaves = (document: Document) =>
  [...document.querySelectorAll("title, body *:not(script, style, code)")].filter(
    (element) => element.children.length === 0,
  );

/** `order:act.cancel` or `act.cancel`. */
const isKey = (text: string) =>
  /^([a-z]+:)?[a-z][A-Za-z]*(\.[a-z][A-Za-z_]*)+$/.test(text) && !/\.(com|example|test)$/.test(text);

/** Names that are the same in every language; codes like USDT are capitals. */
const names = new Set(
  "Bitcoin Ethereum Litecoin PayPal Google Mozilla Apple Microsoft Kursa JavaScript OpenAPI Example Exchange Ltd English authenticator cookie".split(
    " ",
  ),
);

/** Latin words of a Russian page that nobody has typed and that are neither a name, a code nor an address. */
export function untranslatedWords(document: Document): string[] {
  // Where a language is named, it is that of somebody's text: a review, or the link to the other language.
  const untranslatable = "body [lang], code, pre, dt, dd, option";
  return leaves(document)
    .filter((element) => element.closest(untranslatable) === null)
    .flatMap((element) => textOf(element).split(/[\s\u00a0]+/))
    .map((word) => word.replace(/^[«"(„]+|[»")“.,:;!?…]+$/g, ""))
    .filter((word) => /^[A-Za-z]+[a-z]+$/.test(word) && !names.has(word));
}

function headingFaults(document: Document): string[] {
  const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ localName }) => Number(localName[1]));
  const skipped = levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1);
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["not one h1"]),
    ...(skipped.length === 0 ? [] : [`headings skip a level: ${levels.join(" ")}`]),
  ];
}

function anchorFaults(document: Document): string[] {
  const targets = [...document.querySelectorAll('a[href^="#"]')].map(
    (link) => link.getAttribute("href")?.slice(1) ?? "",
  );
  return targets.filter((id) => id !== "" && document.getElementById(id) === null).map((id) => `no #${id}`);
}

/**
 * Without scripts the switches of language and theme send a form of the page along, so that what is typed outlasts them. Fields
 * whose value never comes back (passwords, codes), searches and files have nothing to keep.
 */
function switchFaults(document: Document): string[] {
  const typed = 'input:is([type="text"], [type="email"], [type="tel"], :not([type])), textarea';
  const isKept = (field: Element) =>
    !isSecretField(field.getAttribute("name") ?? "") && field.getAttribute("autocomplete") !== "one-time-code";
  const forms = [...document.querySelectorAll("main form")].filter((form) =>
    [...form.querySelectorAll(typed)].some(isKept),
  );
  const switches = [...document.querySelectorAll('button[name="language"], button[name="theme"]')];
  const sends = switches.map((button) => button.getAttribute("form")).filter((form) => form !== null);
  return [
    ...(forms.length > 0 && sends.length < switches.length
      ? ["a switch of language or theme loses what is typed"]
      : []),
    ...(sends.some((id) => document.getElementById(id)?.localName !== "form") ? ["a switch that sends no form"] : []),
  ];
}

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React writes attributes and void elements its own way.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-inline-style": "off",
    "long-title": "off",
    // The element of a button is chosen by what it does without scripts.
    "prefer-native-element": "off",
  },
});

async function markupFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
