import type { LoaderFunctionArgs } from "@remix-run/node";
import { termsVersion } from "../../../contract/order/terms.ts";
import { type Lang, languages } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import { legalText } from "../../components/legal/legal-documents.server.ts";
import { isUnlistedPath } from "../../http/paths/page-rules.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import { publicPages } from "../../http/paths/public-pages.ts";
import { href } from "../../i18n/href.ts";
import { env } from "../../settings/env.server.ts";

/**
 * The canonical addresses in both languages; the pages' own heads link the versions. `lastmod` is given where it is
 * known: the day of a legal text, and today for pages with rates. Other texts change with a build and have none.
 */
export async function loader(args: LoaderFunctionArgs) {
  const origin = publicOrigin(args.request);
  const listed = publicPages.filter((path) => !isUnlistedPath(path) && (path !== "/earn" || env.AFFILIATES === "on"));
  const market = await marketPages(args);
  const paths = [...listed, ...(market?.pairs ?? [])];
  const urls = paths.flatMap((path) =>
    languages.map((lang) => {
      const changed = legalDates[path]?.(lang) ?? (showsRates(path) ? market?.day : undefined);
      const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
      return `  <url><loc>${origin}${href(lang, path)}</loc>${lastmod}</url>`;
    }),
  );
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": `public, max-age=${market ? 3600 : 60}`,
    },
  });
}

const legalDates: Readonly<Record<string, (lang: Lang) => string | undefined>> = {
  "/legal/terms": () => termsVersion,
  "/legal/privacy-policy": (lang) => legalText(lang, "privacy").changed,
  "/legal/aml-kyc": (lang) => legalText(lang, "aml").changed,
};

const showsRates = (path: string) => path === "/" || /^\/(exchange|pairs)\//.test(path);

/** The pages of the pairs on sale, and the day of their rates; null when the service does not answer. */
async function marketPages(args: LoaderFunctionArgs): Promise<{ pairs: string[]; day: string } | null> {
  const market = await api(args, "exchangePairs", {});
  if (!market.ok) return null;
  const { data, meta } = market.data;
  const sold = data.pairs.filter(({ status }) => status !== "hidden");
  return { pairs: sold.map(({ slug }) => `/pairs/${slug}`), day: meta.generated_at.slice(0, 10) };
}
