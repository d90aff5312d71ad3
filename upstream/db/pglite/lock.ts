import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { ask, bindable, type Claim, claimEnding } from "./lock-claim.ts";

/** Answers one line of an operator's command with one line. */
export type LineAnswer = (line: string) => Promise<string>;

/** The right to open the database in a data folder; held until released, or until the process is gone. */
export type Ownership = {
  /** From now on operators' lines are answered; those that came earlier have waited. */
  serve(answer: LineAnswer): void;
  release(): void;
};

export class DataFolderTaken extends Error {}

/**
 * Two processes on one embedded database corrupt it without a word, so a folder has one owner: whoever listens on a
 * socket in `<dataDir>/lock`. A socket dies with its process, whatever killed it, and nobody has to clean up. Each
 * claimant listens under a name of its own before it looks at the others, so of two that start together at least one
 * sees the other; the one with the lesser name goes on. Throws `DataFolderTaken`, which says who is there.
 * The folder must be on a disk of this machine: a socket means nothing across a network share.
 */
export async function ownDataFolder(dataDir: string): Promise<Ownership> {
  if (process.platform === "win32") throw new Error("On Windows name a PostgreSQL in DATABASE_URL.");
  const folder = join(dataDir, "lock");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${randomUUID()}${claimEnding}`;
  const claim: Claim = { state: "claiming", name, who: `process ${process.pid} on ${hostname()}` };
  const connections = new Set<Socket>();
  let serve: (answer: LineAnswer) => void = () => {};
  const answering = new Promise<LineAnswer>((resolve) => {
    serve = resolve;
  });
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    // A visitor whose connection breaks is gone; that is no error of the owner's.
    socket.on("error", () => {});
    converse(socket, claim, answering).catch(() => socket.destroy());
  });
  const release = () => {
    rmSync(join(folder, name), { force: true });
    server.close();
    for (const socket of connections) socket.destroy();
  };

  await listenVisibly(server, folder, name);
  try {
    await outlastOthers(folder, name);
  } catch (error) {
    release();
    throw error;
  }
  claim.state = "holding";
  return { serve, release };
}

/** Listening first and visible after, so that a socket that can be seen and refuses is a dead one. */
async function listenVisibly(server: Server, folder: string, name: string): Promise<void> {
  const path = bindable(folder, `${name}.new`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path.path, resolve);
  }).finally(path.close);
  chmodSync(join(folder, `${name}.new`), 0o600);
  renameSync(join(folder, `${name}.new`), join(folder, name));
  // The lock must not be what keeps a finished process alive.
  server.unref();
}

async function outlastOthers(folder: string, name: string): Promise<void> {
  const others = readdirSync(folder).filter((other) => other !== name && other.endsWith(claimEnding));
  for (const other of others) await outlast(folder, name, other);
}

/** Returns when the other has no claim any more. */
async function outlast(folder: string, name: string, other: string): Promise<void> {
  for (let patience = 250; patience > 0; patience -= 1) {
    const answer = await ask(folder, other);
    if (answer === "gone") return;
    if (answer === "dead") return rmSync(join(folder, other), { force: true });
    if (answer !== "silent") {
      answer.close();
      const { state, who } = answer.claim;
      if (state === "holding") throw new DataFolderTaken(`The data folder ${dirname(folder)} is in use by ${who}.`);
      if (other < name) throw new DataFolderTaken(`The data folder ${dirname(folder)} is just being taken by ${who}.`);
    }
    // It may have looked around before this claim could be seen: only its own decision tells.
    await wait(20);
  }
  throw new DataFolderTaken(`The data folder ${dirname(folder)} is in use by a process that does not answer.`);
}

async function converse(socket: Socket, claim: Claim, answering: Promise<LineAnswer>): Promise<void> {
  socket.write(`${JSON.stringify(claim)}\n`);
  const reader = createInterface({ input: socket });
  socket.once("close", () => reader.close());
  for await (const line of reader) {
    const answer = await answering;
    await answer(line).then(
      (reply) => socket.write(`${reply}\n`),
      () => socket.destroy(),
    );
  }
}
