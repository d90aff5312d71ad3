import type { LoaderFunctionArgs } from "@remix-run/node";
import { languages } from "../../../contract/values/languages.ts";
import { isUnlistedPath } from "../../http/paths/page-rules.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import { publicPages } from "../../http/paths/public-pages.ts";
import { href } from "../../i18n/href.ts";

/** The canonical addresses in both languages; the pages' own heads link the versions. */
export function loader({ request }: LoaderFunctionArgs) {
  const origin = publicOrigin(request);
  const urls = publicPages
    .filter((path) => !isUnlistedPath(path))
    .flatMap((path) => languages.map((lang) => `  <url><loc>${origin}${href(lang, path)}</loc></url>`));
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
