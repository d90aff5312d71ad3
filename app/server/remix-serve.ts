import http, { type RequestListener, type Server, type ServerOptions } from "node:http";
import { createRequire } from "node:module";

/**
 * The seam to remix-serve, which creates its HTTP server with `http.createServer` after loading our build and
 * offers no hook before Express. The next server created in this process is ours: with our options, and `listener` for
 * every request. remix-serve gets a handle with the two methods it uses: `listen`, without the callback that prints an
 * address as plain text into the log, and `close` on a signal, which does nothing because the front shuts the server down
 * itself (end.ts).
 */
export function takeServerOfRemixServe(options: ServerOptions, listener: RequestListener): Server {
  const server = http.createServer(options, listener);
  const { createServer } = http;
  const handle = {
    listen(port: number, ...rest: unknown[]) {
      const [host] = rest;
      if (typeof host === "string") server.listen(port, host);
      else server.listen(port);
      return handle;
    },
    close: () => handle,
  };
  const once = () => {
    Object.defineProperty(http, "createServer", { configurable: true, writable: true, value: createServer });
    return handle;
  };
  Object.defineProperty(http, "createServer", { configurable: true, writable: true, value: once });
  return server;
}

/**
 * After loading our build, remix-serve would replace `fetch`, `Request` and the like by those of the package undici. Node
 * has had the same code built in since its version 18; loading it twice takes 30 ms of a start, and 2 MB.
 */
export function keepGlobalsOfNode(): void {
  const remixNode: { installGlobals: unknown } = createRequire(import.meta.url)("@remix-run/node");
  remixNode.installGlobals = () => {};
}
