import { useNonce } from "../browser/nonce.ts";

/** Prefetches links in view. Only on cached pages: a member's pages are made for them, and prefetching would cost that. */
export function PrefetchScript() {
  // Only a cached page has none.
  const isCached = useNonce() === undefined;
  return isCached ? <script src="/scripts/prefetch.v1.js" /> : null;
}
