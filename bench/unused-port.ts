import { once } from "node:events";
import { connect } from "node:net";

/**
 * Throws if something answers on the port already, as a program that an interrupted run left behind: it would be measured
 * instead of the one about to start, which cannot listen there.
 */
export async function expectUnused(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const isTaken = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isTaken) {
    throw new Error(
      `Another process listens on port ${port}, and would be measured instead of ours: end it, or choose other ports with BENCH_PORT.`,
    );
  }
}
