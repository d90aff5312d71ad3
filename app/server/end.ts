import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Traffic } from "./traffic.ts";

/** A proxy looks at /healthz every two seconds: by then it sends nobody here any more. */
const noticeMilliseconds = 3500;
/** A kept connection may have a request on the way: it is answered, and told that it was the last. */
const lingerMilliseconds = 500;
const graceMilliseconds = 4000;
const lookAgainMilliseconds = 25;
const quietMilliseconds = 0.2;
const patienceMilliseconds = 1000;

type Ending = { server: Server; traffic: Traffic; behindProxy: boolean; stopService: () => Promise<void> };

/**
 * Ends the process on SIGTERM and SIGINT without losing a request. Behind a proxy /healthz and /readyz first say no for
 * a while and all goes on as before. Then nobody new is let in, streams end, what is being answered is finished, kept
 * connections that stay silent are closed; then the service with its jobs and database.
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

/** No new connections. Those that are open stay, idle or not: http's own `close` would close the idle ones. */
function stopListening(server: Server): void {
  if (server.listening) TcpServer.prototype.close.call(server);
}

/** Connections that are open now. */
function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/**
 * Resolves right after a turn of the event loop that had next to nothing to do. Each turn accepts the connections that
 * wait; closing resets those that came since, so that moment has to be short.
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
