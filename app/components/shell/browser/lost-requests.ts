import type { Connection, ConnectionState } from "./connection.ts";

/**
 * Remix shows its error page when a request in the background fails: an order page would turn into "Something went
 * wrong on our side" because a train went through a tunnel, and a form would lose what was typed. So an answer that is not
 * Remix's (none, a proxy's, a firewall's, a portal's, our front's refusal in plain text) never reaches it: reading again is
 * repeated until it is answered, and a form that was sent stays as it is. `connection` tells the page.
 */
export function keepingThePage(
  send: typeof fetch,
  connection: Connection,
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void> = untilLaterOrOnline,
): typeof fetch {
  return async (input, init) => {
    if (!isForData(input)) return send(input, init);
    const isSent = (init?.method ?? "GET") !== "GET";
    if (isSent) connection.set("answers");
    for (let tries = 0; ; tries += 1) {
      const response = await wholeResponse(send, input, init);
      if (response && isOfRemix(response)) {
        if (connection.state() === "waiting") connection.set("answers");
        return response;
      }
      connection.set(isSent ? whyUnsent(response?.status) : "waiting");
      if (isSent) return unchangedPage();
      const pauseMs = Math.max(firstPauseMs * 2 ** Math.min(tries, mostDoublings), retryAfterMs(response));
      await pause(pauseMs, init?.signal ?? undefined);
    }
  };
}

const firstPauseMs = 1000;
/** At most sixteen seconds. */
const mostDoublings = 4;
const longestRetryMs = 60_000;

/** Remix's requests: the page's own address with `.data`. */
function isForData(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname.endsWith(".data");
}

/** Undefined: the connection broke, before the response or in its middle. */
async function wholeResponse(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | undefined> {
  try {
    const response = await send(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(await response.arrayBuffer(), { status, statusText, headers });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    return undefined;
  }
}

/** Remix marks its responses, refusals included, and can read no others. */
const isOfRemix = ({ headers }: Response) => headers.has("X-Remix-Response");

/** A 429 of our front and of a proxy mean the same; other 4xx without a mark come from a proxy or firewall before us. */
function whyUnsent(status = 0): ConnectionState {
  if (status === 429) return "tooMany";
  return status >= 400 && status < 500 ? "blocked" : "unsent";
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), of at most a minute; 0 without one. */
function retryAfterMs(response: Response | undefined): number {
  const text = response?.headers.get("Retry-After") ?? "";
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(Math.max(milliseconds || 0, 0), longestRetryMs);
}

/** As an action that replies with `null`, in the encoding of Remix's single fetch. As an error: nothing is read again. */
function unchangedPage(): Response {
  return new Response('[{"_1":-5},"data"]\n', { status: 503, headers: { "X-Remix-Response": "yes" } });
}

function untilLaterOrOnline(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(goOn, milliseconds);
    addEventListener("online", goOn);
    signal?.addEventListener("abort", stop);
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", goOn);
      signal?.removeEventListener("abort", stop);
    }
    function goOn(): void {
      end();
      resolve();
    }
    function stop(): void {
      end();
      reject(signal?.reason);
    }
  });
}
