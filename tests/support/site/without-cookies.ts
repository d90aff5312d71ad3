import { createServer, request } from "node:http";

/** The same site without a single cookie in either direction, as a browser that blocks them gets it. */
export async function withoutCookies(origin: string): Promise<{ origin: string; close: () => void }> {
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const { cookie: _, ...headers } = incoming.headers;
    const { method, url: path } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      const { "set-cookie": __, ...otherHeaders } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, otherHeaders);
      answer.pipe(outgoing);
    });
    passed.once("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.closeAllConnections() };
}
