import type { Connection } from "./connection.ts";

/**
 * Remix shows its error page when a request in the background fails: an order page would turn into "Something went
 * wrong on our side" because a train went through a tunnel, and a form would lose what was typed. So an answer that is not
 * ours (none, a proxy's, a portal's) never reaches Remix: reading again is repeated until it is answered, and a form that
 * was sent stays as it is. `connection` tells the page.
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
      const response = await answerOfOurs(send, input, init);
      if (response) {
        if (connection.state() === "waiting") connection.set("answers");
        return response;
      }
      connection.set(isSent ? "unsent" : "waiting");
      if (isSent) return unchangedPage();
      await pause(firstPauseMs * 2 ** Math.min(tries, mostDoublings), init?.signal ?? undefined);
    }
  };
}

const firstPauseMs = 1000;
/** At most sixteen seconds. */
const mostDoublings = 4;

/** Remix's requests: the page's own address with `.data`. */
function isForData(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname.endsWith(".data");
}

async function answerOfOurs(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | undefined> {
  try {
    const response = await send(input, init);
    if (!isOurs(response)) return undefined;
    if (response.body === null) return response;
    // To its end: a connection may break in the middle.
    const { status, statusText, headers } = response;
    return new Response(await response.arrayBuffer(), { status, statusText, headers });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    return undefined;
  }
}

/** Remix marks its answers. A refusal of our front has no mark; proxies and portals answer 5xx, or a page of their own. */
function isOurs({ headers, status }: Response): boolean {
  return headers.has("X-Remix-Response") || (status >= 400 && status < 500);
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
