import type { ReviewQuery } from "./review-query.server.ts";

/** The address of the page with another query; the first page has no number. */
export function reviewsAddress({ page, ...filters }: ReviewQuery): string {
  const fields = Object.entries({ ...filters, ...(page > 1 && { page }) }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(fields).toString();
  return query === "" ? "/reviews" : `/reviews?${query}`;
}
