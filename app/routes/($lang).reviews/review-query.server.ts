import { isLang, type Lang } from "../../../contract/values/languages.ts";

/** What the address of the page asks for. A value that is none is left out: an old link still shows reviews. */
export type ReviewQuery = {
  page: number;
  stars?: number;
  show?: "negative" | "answered";
  language?: Lang;
};

export function readReviewQuery(url: string): ReviewQuery {
  const query = new URL(url).searchParams;
  const page = /^[1-9]\d{0,3}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const stars = /^[1-5]$/.test(query.get("stars") ?? "") ? Number(query.get("stars")) : undefined;
  const show = (["negative", "answered"] as const).find((name) => name === query.get("show"));
  const language = query.get("language");
  return { page, ...(stars && { stars }), ...(show && { show }), ...(isLang(language) && { language }) };
}
