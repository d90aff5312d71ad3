import type { LoaderFunctionArgs } from "@remix-run/node";
import { languages } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import { isUnlistedPath } from "../../http/paths/page-rules.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import { publicPages } from "../../http/paths/public-pages.ts";
import { href } from "../../i18n/href.ts";

/** The canonical addresses in both languages; the pages' own heads link the versions. */
export async function loader(args: LoaderFunctionArgs) {
  const origin = publicOrigin(args.request);
  const listed = publicPages.filter((path) => !isUnlistedPath(path));
  const pairs = await pairPages(args);
  const urls = [...listed, ...(pairs ?? [])].flatMap((path) =>
    languages.map((lang) => `  <url><loc>${origin}${href(lang, path)}</loc></url>`),
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
      "Cache-Control": `public, max-age=${pairs ? 3600 : 60}`,
    },
  });
}

/** The pages of the pairs on sale; null when the service does not answer. */
async function pairPages(args: LoaderFunctionArgs): Promise<string[] | null> {
  const market = await api(args, "exchangePairs", {});
  if (!market.ok) return null;
  return market.data.data.pairs.filter(({ status }) => status !== "hidden").map(({ slug }) => `/pairs/${slug}`);
}
