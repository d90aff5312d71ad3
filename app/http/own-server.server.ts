import http, { type Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { goShortWay } from "./short-way.server.ts";

let own: Server | undefined;

/** The server that remix-serve made; undefined in development, where Vite has its own. */
export function ownServer(): Server | undefined {
  return own;
}

/**
 * remix-serve makes its server without options, and the only place that takes the interval in which Node looks for
 * slow clients is where a server is made: 30 seconds is longer than any of them may have. So the next server of this
 * process is made here. See docs/decisions/116.
 */
export function makeServerWith({ behindProxy }: { behindProxy: boolean }): void {
  const plain = http.createServer;
  const options = {
    // Whoever sends a request drop by drop is cut off: ten seconds for the head, thirteen for all of it.
    headersTimeout: 10_000,
    requestTimeout: 13_000,
    connectionsCheckingInterval: 1_000,
    // Longer than a proxy keeps its connections: it must be the one to close, or it sends a request into a closed one.
    ...(behindProxy && { keepAliveTimeout: 130_000 }),
  };
  Object.defineProperty(http, "createServer", {
    configurable: true,
    writable: true,
    value: (listener: http.RequestListener) => {
      Object.defineProperty(http, "createServer", { configurable: true, writable: true, value: plain });
      own = plain(options, (request, response) => {
        if (!goShortWay(request, response)) listener(request, response);
      });
      // remix-serve closes on the same signal as we do, and would close idle connections with a request on the way.
      const server = own;
      own.close = () => server;
      return own;
    },
  });
}

/** No new connections. Those that are open stay, idle or not. */
export function stopListening(): void {
  if (own?.listening) TcpServer.prototype.close.call(own);
}

/** Connections that are open now. */
export function countConnections(): Promise<number> {
  return new Promise((resolve) => {
    if (own) own.getConnections((_error, count) => resolve(count ?? 0));
    else resolve(0);
  });
}
