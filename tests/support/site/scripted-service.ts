import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";

export type ScriptedReply = { status: number; type?: string; body: string } | "hang" | "reset";

/** A fake service with scripted replies; ready at once, so that only the website is tested. */
export async function service(answer: (request: IncomingMessage) => ScriptedReply) {
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.url === "/readyz") return response.end("ready");
    calls += 1;
    const reply = answer(request);
    if (reply === "hang") return;
    if (reply === "reset") return request.socket.destroy();
    response.writeHead(reply.status, { "Content-Type": reply.type ?? "application/json" }).end(reply.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return { url: `http://127.0.0.1:${address.port}`, server, asked: () => calls };
}

export function close(server: Server) {
  server.closeAllConnections();
  server.close();
}
