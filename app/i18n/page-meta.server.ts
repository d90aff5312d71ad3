import { env } from "../env.server.ts";

/** What a page calls itself in a browser's tab and in search results. */
export type PageMeta = { title: string; description: string };

/** The title of a page with the brand behind it; both texts in the page's language, unique on the site. */
export function pageMeta(title: string, description: string): PageMeta {
  return { title: `${title} · ${env.BRAND_NAME}`, description };
}
