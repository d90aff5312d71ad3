import { wholePage } from "../../../app/http/response/whole-page.server.ts";
import { addressLimit } from "../../../app/server/pages/address-limit.ts";
import type { CachedPage } from "../../../app/server/pages/cached-page.ts";
import { type PageCacheParts, pageCacheStep } from "../../../app/server/pages/page-cache.ts";
import { PageStore } from "../../../app/server/pages/page-store.ts";
import { startFront } from "./front.ts";

export type Rendered = { request: Request; facts: { callFailed: boolean; personal: boolean; nonce: unknown } };

/**
 * A site that counts its renders. `state` is the service's reply, with its time; a null market: no reply. `isKnown`: it was
 * asked for within the last second.
 */
export async function cachedSite(
  answer: (turn: number, rendered: Rendered) => Response | Promise<Response> = page,
  publicOrigin?: string,
  consent?: PageCacheParts["consent"],
  other: Partial<Pick<PageCacheParts, "limit" | "market">> = {},
) {
  const state = { market: "1" as string | null, maintenance: "null", elapsedMs: 1, changedMs: 0, isKnown: true };
  const rendered: Rendered[] = [];
  const store = new PageStore<CachedPage>();
  const current = () => (state.market === null ? null : { market: state.market, maintenance: state.maintenance });
  const market = {
    current: () => (state.isKnown ? (current() ?? undefined) : undefined),
    check: async () => current(),
    changed: () => {},
    changedMs: () => state.changedMs,
  };
  const front = await startFront(
    {
      remix: async () => new Response("by Remix"),
      pages: (admit) =>
        pageCacheStep({
          remix: async (request, facts) => {
            const renderedRequest = { request, facts: facts as unknown as Rendered["facts"] };
            rendered.push(renderedRequest);
            return answer(rendered.length, renderedRequest);
          },
          store,
          market,
          limit: addressLimit(20),
          prefetchLimit: addressLimit(5),
          https: false,
          elapsedMs: () => state.elapsedMs,
          admit,
          consent,
          ...other,
        }),
    },
    { publicOrigin, mostRunning: 1, elapsedMs: () => 0 },
  );
  return { ...front, state, rendered, store };
}

export function page(turn: number): Response {
  const html = `<p>${turn}</p><script>run(${turn})</script><script src="/assets/a.js"></script>`;
  return wholePage(Buffer.from(html), { headers: { "Content-Type": "text/html", "Content-Language": "en" } });
}
