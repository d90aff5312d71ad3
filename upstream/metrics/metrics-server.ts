import { once } from "node:events";
import { Server } from "node:http";

/**
 * Answers `GET /metrics` on an address of its own, which visitors do not reach. It keeps no process running, and goes on
 * while the process ends.
 */
export async function serveMetrics(
  where: { host: string; port: number },
  text: () => Promise<string>,
): Promise<Server> {
  const server = new Server((request, response) => {
    const isRight = request.method === "GET" && request.url?.split("?")[0] === "/metrics";
    if (!isRight) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not found.\n");
    text().then(
      (body) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(body),
      () => response.writeHead(500, { "content-type": "text/plain" }).end("The metrics cannot be read.\n"),
    );
  });
  server.unref();
  server.listen(where.port, where.host);
  await once(server, "listening");
  return server;
}
