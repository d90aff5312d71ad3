import { type Lang, languageSettings, languages } from "../../../../contract/values/languages.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";

/** `en_US`. */
const openGraphLocale = (lang: Lang) => languageSettings[lang].numbers.replace("-", "_");

/** Preloads the fonts of the page's language, before the stylesheet requests them. */
export function FontPreloads() {
  return languageSettings[useLang()].alphabets
    .map((alphabet) => `/fonts/golos-text-${alphabet}.v2.woff2`)
    .map((href) => <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />);
}

/** The language versions of a public page; nothing for private pages. */
export function AlternateLinks() {
  const lang = useLang();
  const site = useSite();
  if (!site?.alternates) return null;
  return (
    <>
      <link rel="canonical" href={site.alternates.canonical} />
      {site.alternates.versions.map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={href} />
      ))}
      <meta property="og:image" content={site.alternates.picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta property="og:url" content={site.alternates.canonical} />
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:locale" content={openGraphLocale(lang)} />
      {languages
        .filter((other) => other !== lang)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
        ))}
    </>
  );
}
