import http, { type RequestListener, type Server, type ServerOptions } from "node:http";

/**
 * The one seam to remix-serve, which makes its HTTP server with `http.createServer` after it has loaded our build, and
 * offers no other place to come before Express. The next server that this process makes is ours: it has our options and
 * calls `listener` for every request. remix-serve gets a handle instead, with the two things that it does with a server:
 * `listen`, and `close` on a signal, which does nothing because the front ends the server itself (end.ts).
 */
export function takeServerOfRemixServe(options: ServerOptions, listener: RequestListener): Server {
  const server = http.createServer(options, listener);
  const { createServer } = http;
  const handle = {
    listen(...address: Parameters<Server["listen"]>) {
      server.listen(...address);
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
