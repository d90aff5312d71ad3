import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { ask, bindable, type Claim, claimEnding } from "./lock-claim.ts";

/** Answers one line of an operator command with one line. */
export type LineHandler = (line: string) => Promise<string>;

/** The right to open the database in a data folder; held until released or until the process ends. */
export type Ownership = {
  /** Starts answering operator commands; earlier ones have waited. */
  serve(respond: LineHandler): void;
  release(): void;
};

export class DataFolderTaken extends Error {}

/**
 * Two processes on one embedded database corrupt it silently, so a folder has one owner: the process listening on a
 * socket in `<dataDir>/lock`. A socket dies with its process, so nothing needs cleaning up. Each claimant listens under
 * its own name before it looks for others, so of two concurrent starts at least one sees the other; the lower name
 * wins. Throws `DataFolderTaken`, which names the owner. The folder must be on a local disk: sockets do not work across
 * a network share.
 */
export async function ownDataFolder(dataDir: string): Promise<Ownership> {
  if (process.platform === "win32") throw new Error("On Windows set DATABASE_URL to a PostgreSQL.");
  const folder = join(dataDir, "lock");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${randomUUID()}${claimEnding}`;
  const claim: Claim = { state: "claiming", name, who: thisProcess() };
  const ownership = await listenAs(folder, claim);
  try {
    await claimAgainstOthers(folder, name);
  } catch (error) {
    ownership.release();
    throw error;
  }
  claim.state = "holding";
  return ownership;
}

/** How a process names itself to others. */
export const thisProcess = () => `process ${process.pid} on ${hostname()}`;

/** Answers connections to a socket of this name in the folder, which begin with `claim` as it is at that moment. */
export async function listenAs(folder: string, claim: Claim): Promise<Ownership> {
  const { name } = claim;
  const connections = new Set<Socket>();
  let serve: (respond: LineHandler) => void = () => {};
  const answering = new Promise<LineHandler>((resolve) => {
    serve = resolve;
  });
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    // A client whose connection breaks is no error of the owner.
    socket.on("error", () => {});
    converse(socket, claim, answering).catch(() => socket.destroy());
  });
  await listenVisibly(server, folder, name);
  return {
    serve,
    release() {
      rmSync(join(folder, name), { force: true });
      server.close();
      for (const socket of connections) socket.destroy();
    },
  };
}

/** Listens first and becomes visible after, so a visible socket that refuses connections is a dead one. */
async function listenVisibly(server: Server, folder: string, name: string): Promise<void> {
  const path = bindable(folder, `${name}.new`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path.path, resolve);
  }).finally(path.close);
  chmodSync(join(folder, `${name}.new`), 0o600);
  renameSync(join(folder, `${name}.new`), join(folder, name));
  // The lock alone must not keep a finished process running.
  server.unref();
}

async function claimAgainstOthers(folder: string, name: string): Promise<void> {
  const others = readdirSync(folder).filter((other) => other !== name && other.endsWith(claimEnding));
  for (const other of others) await waitForOther(folder, name, other);
}

/** Returns when the other has given up its claim. */
async function waitForOther(folder: string, name: string, other: string): Promise<void> {
  for (let retryDelays = 250; retryDelays > 0; retryDelays -= 1) {
    const response = await ask(folder, other);
    if (response === "gone") return;
    if (response === "dead") return rmSync(join(folder, other), { force: true });
    if (response !== "silent") {
      response.close();
      const { state, who } = response.claim;
      if (state === "holding") throw new DataFolderTaken(`The data folder ${dirname(folder)} is in use by ${who}.`);
      if (other < name) throw new DataFolderTaken(`The data folder ${dirname(folder)} is just being taken by ${who}.`);
    }
    // The other may have looked before this claim was visible: only its own decision counts.
    await wait(20);
  }
  throw new DataFolderTaken(`The data folder ${dirname(folder)} is in use by a process that does not answer.`);
}

async function converse(socket: Socket, claim: Claim, answering: Promise<LineHandler>): Promise<void> {
  socket.write(`${JSON.stringify(claim)}\n`);
  const reader = createInterface({ input: socket });
  socket.once("close", () => reader.close());
  for await (const line of reader) {
    const respond = await answering;
    await respond(line).then(
      (reply) => socket.write(`${reply}\n`),
      () => socket.destroy(),
    );
  }
}
