import http, { type RequestListener, type Server, type ServerOptions } from "node:http";

/**
 * The only seam to remix-serve, which creates its HTTP server with `http.createServer` after loading our build and
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
