import { useMatches } from "@remix-run/react";
import { useLang } from "../../../i18n/use-lang.ts";
import { type Site, useSite } from "../../../site/site.ts";
import { type AnsweredQuestion, questionsOf } from "./answered-question.ts";

/** What a public page is about, for search engines (schema.org as JSON-LD). The browser needs none of it. */
export function StructuredData() {
  const site = useSite();
  const lang = useLang();
  const data: unknown = useMatches().at(-1)?.data;
  const title = titleOf(data);
  if (!site?.alternates || title === undefined) return null;
  const name = title.replace(` · ${site.brand}`, "");
  const parts = [...graph(site, site.alternates, lang, name), ...faq(questionsOf(data), lang)];
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": parts });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with `<` escaped cannot end the element.
      dangerouslySetInnerHTML={{ __html: json.replace(/</g, "\\u003c") }}
    />
  );
}

function graph(site: Site, { canonical, home }: NonNullable<Site["alternates"]>, lang: string, name: string): object[] {
  const organization = `${home}#organization`;
  if (canonical === home) {
    const logo = new URL("/icon-512.png", home).href;
    const contact = { "@type": "ContactPoint", contactType: "customer support", email: site.supportEmail };
    return [
      { "@type": "Organization", "@id": organization, name: site.brand, url: home, logo, contactPoint: contact },
      { "@type": "WebSite", name: site.brand, url: home, inLanguage: lang, publisher: { "@id": organization } },
    ];
  }
  const crumbs = {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: site.brand, item: home },
      { "@type": "ListItem", position: 2, name, item: canonical },
    ],
  };
  if (!/^\/(exchange|pairs)\//.test(site.path)) return [crumbs];
  const terms = `${home}/legal/terms`;
  const provider = { "@type": "Organization", "@id": organization, name: site.brand, url: home };
  const service = { "@type": "CurrencyConversionService", name, url: canonical, provider };
  return [crumbs, { ...service, feesAndCommissionsSpecification: terms }];
}

function faq(questions: readonly AnsweredQuestion[], inLanguage: string): object[] {
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return [{ "@type": "FAQPage", inLanguage, mainEntity }];
}

function titleOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("meta" in data)) return undefined;
  const { meta } = data;
  return typeof meta === "object" && meta !== null && "title" in meta ? String(meta.title) : undefined;
}
