import { once } from "node:events";
import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FuzzResponse } from "./check-answer.ts";
import type { FuzzRequest } from "./random-request.ts";

const drops = 8;
const dropPauseMs = 150;

/**
 * Sends the bytes unchanged. Throws when no complete response arrives within `hangMs` after the last byte. Retries on a
 * new connection when a keep-alive connection was closed, like any client.
 */
export async function send(base: string, asked: FuzzRequest, agent: Agent, hangMs: number): Promise<FuzzResponse> {
  const first = await attempt(base, asked, agent, hangMs);
  return first ?? (await attempt(base, asked, agent, hangMs)) ?? { status: 0, type: null, text: "closed twice" };
}

/** Null when a keep-alive connection was already closed. */
async function attempt(base: string, asked: FuzzRequest, agent: Agent, hangMs: number): Promise<FuzzResponse | null> {
  const { hostname, port } = new URL(base);
  const { method, target: path, body } = asked;
  const length: Record<string, string> = body ? { "Content-Length": String(body.length) } : {};
  const request = httpRequest({ hostname, port, method, path, agent, headers: { ...asked.headers, ...length } });
  const responded = once(request, "response");
  responded.catch(() => {});
  if (asked.slowly && body) await sendSlowly(request, body);
  else request.end(body ?? undefined);
  const late = setTimeout(() => request.destroy(new Error(`nothing within ${hangMs} ms`)), hangMs);
  try {
    const [response] = (await responded) as [IncomingMessage];
    const type = response.headers["content-type"] ?? null;
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk);
      // It would last as long as the order.
      if (type?.startsWith("text/event-stream")) break;
    }
    return { status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() };
  } catch (error) {
    const isReset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
    if (isReset && request.reusedSocket) return null;
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function sendSlowly(request: ClientRequest, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / drops) || 1;
  for (let at = 0; at < body.length && !request.destroyed; at += size) {
    request.write(body.subarray(at, at + size));
    await pause(dropPauseMs);
  }
  request.end();
}
