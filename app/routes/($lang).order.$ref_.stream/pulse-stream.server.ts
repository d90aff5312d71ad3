import { eventStream } from "remix-utils/sse/server";
import type { OrderPulse } from "../../../contract/order.ts";

const lookEveryMilliseconds = 2000;
/** Even an order that stands still is said to be looked at, and a dead connection is noticed by writing to it. */
const sayEveryLooks = 10;
/** More than this and pages poll instead: a stream costs a look every two seconds. */
const mostStreams = 200;

let open = 0;

/**
 * The order's pulse whenever it changes, until `signal` ends it. Null when there are enough streams already.
 * `request.signal` is not used: under this server it misses visitors who left. See docs/decisions/061.
 */
export function pulseStream(signal: AbortSignal, look: () => Promise<OrderPulse | null>): Response | null {
  if (open >= mostStreams || signal.aborted) return null;
  open += 1;
  return eventStream(signal, (send) => {
    let looks = 0;
    let last = "";
    let busy = false;

    async function tell(): Promise<void> {
      if (busy) return;
      busy = true;
      const pulse = await look().catch(() => null);
      busy = false;
      if (!pulse || signal.aborted) return;
      const state = `${pulse.version}:${pulse.confirmations}`;
      if (state === last && looks++ % sayEveryLooks !== 0) return;
      last = state;
      send({ event: "pulse", data: JSON.stringify(pulse) });
    }
    const timer = setInterval(() => void tell(), lookEveryMilliseconds);
    void tell();
    return () => {
      clearInterval(timer);
      open -= 1;
    };
  });
}
