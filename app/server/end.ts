import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Traffic } from "./traffic.ts";

/** A proxy checks /healthz every two seconds: by then it has stopped sending requests. */
const noticeMilliseconds = 3500;
/** A request may be in flight on a keep-alive connection: it is answered with `Connection: close`. */
const lingerMilliseconds = 500;
const graceMilliseconds = 4000;
const lookAgainMilliseconds = 25;
const quietMilliseconds = 0.2;
const patienceMilliseconds = 1000;

type Ending = { server: Server; traffic: Traffic; behindProxy: boolean; stopService: () => Promise<void> };

/**
 * Graceful shutdown on SIGTERM and SIGINT. Behind a proxy /healthz and /readyz fail first while requests are still
 * served. Then the server stops listening, ends streams, finishes requests and closes idle connections; last it stops
 * the service with its jobs and database.
 */
export function endOnSignal(ending: Ending): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void endWhole(ending);
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

async function endWhole({ server, traffic, behindProxy, stopService }: Ending): Promise<void> {
  traffic.stop();
  await pause(behindProxy ? noticeMilliseconds : 0);
  await quietTurn();
  stopListening(server);
  traffic.endStreams();
  const closedMs = performance.now();
  for (let waitedMs = 0; waitedMs < graceMilliseconds; waitedMs = performance.now() - closedMs) {
    if ((await countConnections(server)) === 0) break;
    if (traffic.count() === 0 && waitedMs >= lingerMilliseconds) break;
    await pause(lookAgainMilliseconds);
  }
  server.closeAllConnections();
  await stopService();
  process.exit(0);
}

/** Stops accepting connections. Open ones stay: `server.close` would close the idle ones. */
function stopListening(server: Server): void {
  if (server.listening) TcpServer.prototype.close.call(server);
}

/** Open connections. */
function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/**
 * Resolves right after an event loop turn with almost nothing to do. Each turn accepts waiting connections; closing
 * resets those that arrived since, so the gap must be short.
 */
async function quietTurn(): Promise<void> {
  const giveUpMs = performance.now() + patienceMilliseconds;
  for (let startedMs = performance.now(); startedMs < giveUpMs; ) {
    await turn();
    const nowMs = performance.now();
    if (nowMs - startedMs < quietMilliseconds) return;
    startedMs = nowMs;
  }
}
