import { env } from "../settings/env.server.ts";

/** Title and description for browser tabs and search results. */
export type PageMeta = { title: string; description: string };

/** The page's title followed by the brand; both in the page's language, unique on the site. */
export function pageMeta(title: string, description: string): PageMeta {
  return { title: `${title} · ${env.BRAND_NAME}`, description };
}
