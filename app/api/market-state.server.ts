import { endpoints } from "../../contract/calls/endpoints.ts";
import { boundedText } from "./bounded-text.server.ts";
import { beforeAbort } from "./call.server.ts";
import type { EndpointReply } from "./endpoint-types.ts";
import { destination, send } from "./transport.server.ts";
import { requestFor } from "./wire.server.ts";

type Maintenance = EndpointReply<"exchangePairs">["meta"]["maintenance"];

/** The state that cached pages depend on; each text changes with it. */
export type MarketState = {
  /** Prices, reserves, pairs and maintenance. */
  market: string;
  /** Maintenance alone. */
  maintenance: string;
};

const patienceMs = 1000;
const site = {
  lang: "en",
  bearer: null,
  clientAddress: null,
  isLocal: false,
  clientAgent: null,
  requestId: "market-state",
} as const;

/**
 * Checks by the ETag of the pairs whether the market has changed since `lastState`. Null when the service does not answer.
 */
export async function marketState(lastState: MarketState | null): Promise<MarketState | null> {
  const askedMs = performance.now();
  const signal = AbortSignal.timeout(patienceMs);
  const request = new Request(requestFor(endpoints.exchangePairs, {}, site, destination), { signal });
  if (lastState) request.headers.set("If-None-Match", lastState.market);
  return beforeAbort(signal, async () => {
    const response = await send(request);
    const text = await boundedText(response);
    if (response.status === 304 && lastState) {
      rememberMaintenance(
        endpoints.exchangePairs.reply.shape.meta.shape.maintenance.parse(JSON.parse(lastState.maintenance)),
        askedMs,
      );
      return lastState;
    }
    const market = response.headers.get("ETag");
    if (response.status !== 200 || !market) return null;
    const { maintenance } = endpoints.exchangePairs.reply.parse(JSON.parse(text)).meta;
    rememberMaintenance(maintenance, askedMs);
    return { market, maintenance: JSON.stringify(maintenance) };
  });
}

let remembered: { maintenance: Maintenance; askedMs: number } | undefined;

/** The last reported maintenance and when it was requested, by `performance.now()`. */
export function lastMaintenance(): { maintenance: Maintenance; askedMs: number } | undefined {
  return remembered;
}

/** A late answer to an earlier request must not replace a newer one. */
export function rememberMaintenance(maintenance: Maintenance, askedMs: number): void {
  if (!remembered || askedMs >= remembered.askedMs) remembered = { maintenance, askedMs };
}
