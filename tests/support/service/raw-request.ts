import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export type RawResponse = { status: number; head: string; body: string };

/** A request as these lines, which no HTTP client would send; null where the server closes without an answer. */
export async function rawRequest(origin: string, lines: readonly string[], body = ""): Promise<RawResponse | null> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  socket.write([...lines, ...length, "Connection: close", "", body].join("\r\n"));
  socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer to ${lines.slice(0, 2).join(" | ")}`)));
  const answer = await text(socket);
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  return Number.isNaN(status) ? null : { status, head, body: rest.join("\r\n\r\n") };
}
