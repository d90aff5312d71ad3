import { prefetchRules } from "../../http/paths/prefetch-rules.ts";

/** The links that a browser may prefetch; cached pages name this address in their Speculation-Rules header. */
export function loader(): Response {
  return new Response(JSON.stringify(prefetchRules), {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
