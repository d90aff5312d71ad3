import type { MetaDescriptor } from "@remix-run/node";

/** For a route's `meta`: `({ data }) => metaTags(data?.meta)`. Empty on an error, whose page has its own title. */
export function metaTags(meta: { title: string; description: string } | undefined): MetaDescriptor[] {
  if (!meta) return [];
  return [
    { title: meta.title },
    { name: "description", content: meta.description },
    { property: "og:title", content: meta.title },
    { property: "og:description", content: meta.description },
    { property: "og:type", content: "website" },
  ];
}
