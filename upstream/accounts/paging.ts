export type Page = { page: number; per_page: number };

/** Page figures of a list; an empty list has one empty page. */
export function pageMeta({ page, per_page }: Page, total: number) {
  const last_page = Math.max(1, Math.ceil(total / per_page));
  return { page, per_page, total, last_page, has_more: page < last_page };
}

export const rangeOf = ({ page, per_page }: Page) => ({ limit: per_page, offset: (page - 1) * per_page });
