import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { freePort } from "./site.ts";

export const faults = ["down", "stalled", "hang", "reset", "error", "html", "busy", "flapping"] as const;
export type Fault = (typeof faults)[number];

export type ChaosProxy = {
  url: string;
  /** From now on every call with a matching path fails in this way; null restores it. */
  break(fault: Fault | null, path?: RegExp): Promise<void>;
  /** The number of calls received, by path. */
  callCount(path: RegExp): number;
  stop(): Promise<void>;
};

/** A proxy between the website and a real service that simulates network faults. */
export async function chaosProxy(target: string): Promise<ChaosProxy> {
  const port = await freePort();
  const paths: string[] = [];
  let broken: { fault: Fault; path: RegExp } | null = null;
  let calls = 0;
  let server: Server | undefined;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    paths.push(request.url ?? "");
    calls += 1;
    const fault = broken?.path.test(request.url ?? "") ? broken.fault : null;
    if (fault === "hang") return;
    // A response that starts at once and never ends.
    if (fault === "stalled") {
      response.writeHead(200, { "Content-Type": "application/json" }).write('{"data":');
      return;
    }
    if (fault === "error") return answer(response, 500, "text/html", "<h1>Internal Server Error</h1>");
    if (fault === "html") return answer(response, 200, "text/html", "<h1>Welcome to nginx</h1>");
    if (fault === "busy") return answer(response, 429, "text/plain", "Too many", { "Retry-After": "7" });
    if (fault === "flapping" && calls % 2 === 1) return request.socket.destroy();
    forward(target, request, response, fault === "reset");
  };
  const listen = async () => {
    server = createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const close = async () => {
    const closing = server;
    server = undefined;
    if (!closing) return;
    closing.close();
    closing.closeAllConnections();
    await once(closing, "close");
  };
  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    break: async (fault, path = /./) => {
      broken = fault && { fault, path };
      if (fault === "down") await close();
      else if (!server) await listen();
    },
    callCount: (path) => paths.filter((asked) => path.test(asked)).length,
    stop: close,
  };
}

function answer(response: ServerResponse, status: number, type: string, text: string, more = {}): void {
  response.writeHead(status, { "Content-Type": type, ...more }).end(text);
}

/** Forwards the call. Cut: the service does its work, and its response breaks off half-way. */
function forward(target: string, request: IncomingMessage, response: ServerResponse, cut: boolean): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const forwarded = httpRequest({ hostname, port, method, path, headers }, async (reply) => {
    const chunks: Buffer[] = [];
    if (!cut) {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.on("error", () => response.destroy()).pipe(response);
      return;
    }
    for await (const chunk of reply) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    response.writeHead(reply.statusCode ?? 500, { ...reply.headers, "Content-Length": body.length + 1 });
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
}
