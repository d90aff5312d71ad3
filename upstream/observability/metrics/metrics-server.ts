import { once } from "node:events";
import { Server } from "node:http";
import { isIP } from "node:net";

/** A handful of scrapers; whoever else reaches the address gets no more of it. */
const mostConnections = 50;
/**
 * As contract/server/request-times.ts has them. Not imported from there: the site loads this while it starts, and a module that its
 * start imports as well would wait for the start, which waits for this.
 */
const times = { headersTimeout: 10_000, requestTimeout: 13_000, connectionsCheckingInterval: 1_000 } as const;

/**
 * Answers `GET /metrics` on an address of its own, which visitors do not reach. It keeps no process running, and goes on
 * while the process ends.
 */
export async function serveMetrics(
  where: { host: string; port: number },
  text: () => Promise<string>,
): Promise<Server> {
  const server = new Server(times, (request, response) => {
    if (!isInternalName(request.headers.host))
      return void response.writeHead(421, { "content-type": "text/plain" }).end("This server has another name.\n");
    const isRight = request.method === "GET" && request.url?.split("?")[0] === "/metrics";
    if (!isRight) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not found.\n");
    text().then(
      (body) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(body),
      () => response.writeHead(500, { "content-type": "text/plain" }).end("The metrics cannot be read.\n"),
    );
  });
  server.maxConnections = mostConnections;
  server.unref();
  server.listen(where.port, where.host);
  await once(server, "listening");
  return server;
}

/** Endings that nobody can register, so that no page of a stranger can have such a name. */
const internalEndings = /\.(?:localhost|local|internal|home\.arpa)$/;

/**
 * Whether a scraper asks by an address, or by a name that exists inside a network only, like `localhost`, `site` or
 * `site.shop.svc.cluster.local`. A web page whose own name was made to lead here (DNS rebinding) asks by a public one.
 */
function isInternalName(host: string | undefined): boolean {
  if (host === undefined || /[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname;
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0 || !name.includes(".") || internalEndings.test(name);
}
