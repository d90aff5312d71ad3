import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { stopService } from "../api/transport.server.ts";
import { countInFlight, endStreams } from "./in-flight.server.ts";

const graceMilliseconds = 3000;
const lookAgainMilliseconds = 25;

/**
 * The server's clean end: streams end, answers in progress are finished for at most three seconds, connections are
 * closed, then the service with its jobs and database. remix-serve alone never exits while a stream is open.
 */
export function endCleanlyOnSignal(serverOf: () => Server | undefined): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void endCleanly(serverOf());
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

async function endCleanly(server: Server | undefined): Promise<void> {
  // remix-serve stops listening on the same signal.
  endStreams();
  for (let waited = 0; countInFlight() > 0 && waited < graceMilliseconds; waited += lookAgainMilliseconds) {
    server?.closeIdleConnections();
    await pause(lookAgainMilliseconds);
  }
  server?.closeAllConnections();
  await stopService();
  process.exit(0);
}
