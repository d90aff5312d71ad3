/**
 * A page's own refresh: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh. Without
 * scripts the one inside <noscript> counts too.
 */
export function readRefresh(document: Document, pageUrl: string): { seconds: number; url: string } | null {
  const metas = [...document.querySelectorAll("meta[http-equiv]")];
  const meta = metas.find((candidate) => candidate.getAttribute("http-equiv")?.toLowerCase() === "refresh");
  const parts = /^\s*(\d+)[\d.]*\s*(?:[;,]\s*(?:url\s*=\s*)?['"]?([^'"]*)['"]?)?/i.exec(
    meta?.getAttribute("content") ?? "",
  );
  if (!parts) return null;
  return { seconds: Number(parts[1]), url: new URL(parts[2] || pageUrl, pageUrl).href };
}
