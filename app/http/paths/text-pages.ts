/**
 * Pages that are text alone: their texts stand under their name in `pages.json`. A line here makes a page, which is its route, its
 * link in a column of the footer, its entry in the sitemap and its picture for messengers.
 */
export const textPages = [
  { name: "mission", path: "/company/our-mission", column: "company" },
] as const satisfies readonly { name: string; path: `/${string}`; column: "company" | "legal" }[];

export type TextPage = (typeof textPages)[number];
export type TextPageName = TextPage["name"];
