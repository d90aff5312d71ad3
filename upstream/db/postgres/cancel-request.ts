import { connect } from "node:net";
import type { Client } from "pg";

/** The protocol's number of a cancel request. */
const cancelCode = 80_877_102;
const patienceMs = 5_000;

/**
 * Asks the server to end what it does for this connection, as `psql` does on Ctrl-C. A server does not notice that we
 * have hung up while it waits for a lock or a standby: without this such connections would use up all it allows. Best
 * effort: it is not answered.
 */
export function cancelOnServer(client: Pick<Client, "host" | "port">): void {
  const [processId, secret]: unknown[] = [Reflect.get(client, "processID"), Reflect.get(client, "secretKey")];
  if (typeof processId !== "number" || typeof secret !== "number") return;
  const { host, port } = client;
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.unref();
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  const request = Buffer.alloc(16);
  for (const [at, number] of [16, cancelCode, processId, secret].entries()) request.writeInt32BE(number, at * 4);
  socket.end(request);
}
