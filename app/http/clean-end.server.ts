import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { stopService } from "../api/transport.server.ts";
import { announceEnd, countInFlight, endStreams } from "./in-flight.server.ts";
import { countConnections, ownServer, stopListening } from "./own-server.server.ts";

/** A proxy looks at /healthz every two seconds: by then it sends nobody here any more. */
const noticeMilliseconds = 3500;
/** A kept connection may have a request on the way: it is answered, and told that it was the last. */
const lingerMilliseconds = 500;
const graceMilliseconds = 4000;
const lookAgainMilliseconds = 25;
const quietMilliseconds = 0.2;
const patienceMilliseconds = 1000;

/**
 * The server's clean end, without one request lost. Behind a proxy: first /healthz and /readyz say no while all goes on as before.
 * Then nobody new is let in, streams end, what is being answered is finished, kept connections that stay silent are
 * closed; then the service with its jobs and database. remix-serve alone never exits while a stream is open.
 */
export function endCleanlyOnSignal({ behindProxy }: { behindProxy: boolean }): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void endCleanly(behindProxy ? noticeMilliseconds : 0);
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

/**
 * Resolves right after a turn of the event loop that had next to nothing to do. Every turn lets in whoever waits at the
 * door; closing it resets those who came since, so that moment has to be short.
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

async function endCleanly(noticeMs: number): Promise<void> {
  announceEnd();
  await pause(noticeMs);
  await quietTurn();
  stopListening();
  endStreams();
  const closedMs = performance.now();
  for (let waitedMs = 0; waitedMs < graceMilliseconds; waitedMs = performance.now() - closedMs) {
    if ((await countConnections()) === 0) break;
    if (countInFlight() === 0 && waitedMs >= lingerMilliseconds) break;
    await pause(lookAgainMilliseconds);
  }
  ownServer()?.closeAllConnections();
  await stopService();
  process.exit(0);
}
