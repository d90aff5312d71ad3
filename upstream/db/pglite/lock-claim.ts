import { closeSync, openSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod/v4";
import { sqlState as errorCode } from "../retry.ts";

/** Name pattern that tells claim sockets from other files. */
export const claimEnding = ".sock";

/** First line of the greeting that a claim's owner sends to a connection. */
const claim = z.object({
  state: z.enum(["claiming", "holding"]),
  name: z.string(),
  who: z.string(),
  /** Which PostgreSQL database the process works on. */
  database: z.string().optional(),
});
export type Claim = z.infer<typeof claim>;

export type Conversation = { claim: Claim; request(line: string): Promise<string>; close(): void };

/** Time for an accepting process to identify itself. */
const helloMilliseconds = 3_000;

/**
 * The owner of a socket: a process that identifies itself, `dead` (nobody listens), `gone` (no file), or `silent`: the
 * connection was accepted without an answer, so the process may be alive.
 */
export async function ask(folder: string, name: string): Promise<Conversation | "dead" | "gone" | "silent"> {
  const path = bindable(folder, name);
  const socket = createConnection(path.path);
  try {
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return await converse(socket);
  } catch (error) {
    socket.destroy();
    const code = errorCode(error);
    if (code === "ECONNREFUSED") return "dead";
    if (code === "ENOENT") return "gone";
    // Busy, ending or another user's: there is no proof that it is dead.
    if (code !== undefined || error instanceof OwnerGone) return "silent";
    throw error;
  } finally {
    path.close();
  }
}

class OwnerGone extends Error {}

async function converse(socket: Socket): Promise<Conversation> {
  const reader = createInterface({ input: socket });
  const lines = reader[Symbol.asyncIterator]();
  socket.on("error", () => {});
  socket.once("close", () => reader.close());
  socket.setTimeout(helloMilliseconds, () => socket.destroy());
  const next = async () => {
    // A closed and a broken connection mean the same here.
    const line = await lines.next().catch(() => ({ value: undefined }));
    if (line.value === undefined) throw new OwnerGone("The owner of the data folder went away.");
    return line.value;
  };
  const hello = claim.parse(JSON.parse(await next()));
  socket.setTimeout(0);
  return {
    claim: hello,
    request: (line) => {
      socket.write(`${line}\n`);
      return next();
    },
    close: () => socket.destroy(),
  };
}

/**
 * A path short enough for a socket (about 100 bytes): a deep data folder is opened, and its descriptor has a short path
 * on Linux. Close it after bind or connect.
 */
export function bindable(folder: string, name: string): { path: string; close(): void } {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= 100) return { path, close: () => {} };
  if (process.platform !== "linux") throw new Error(`${path} is too long for a socket: choose a shorter DATA_DIR.`);
  const descriptor = openSync(folder, "r");
  return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) };
}
