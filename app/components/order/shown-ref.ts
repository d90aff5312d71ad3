/** An order's number as people read it: `7Q2MK9XW3T` -> `7Q2M-K9XW-3T`. */
export function shownRef(ref: string): string {
  return ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");
}

/** What a person typed as an order's number, as addresses carry it; letters that look like digits count as those. */
export function typedRef(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}
