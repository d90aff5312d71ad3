import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type LineHandler, listenAs, type Ownership, thisProcess } from "../pglite/lock.ts";
import { ask, type Conversation, claimEnding } from "../pglite/lock-claim.ts";
import { connectIn } from "../pglite/lock-owner.ts";

type DatabaseLocation = { databaseUrl: string; dataDir: string };

const folderOf = ({ dataDir }: DatabaseLocation) => join(dataDir, "services");

/** A database by its server and name: the account and its password differ between a service and its owner. */
function databaseKey(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return createHash("sha256")
    .update(`${searchParams.get("host") ?? host}${pathname}`)
    .digest("base64url");
}

/**
 * Listens for operator commands in the data folder, so that a command need not load the service and connect by itself. Any
 * number of services may; a folder that cannot have sockets only makes commands slower.
 */
export async function listenAsService(location: DatabaseLocation): Promise<Ownership> {
  try {
    const folder = folderOf(location);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await forgetEnded(folder);
    const name = `${randomUUID()}${claimEnding}`;
    const database = databaseKey(location.databaseUrl);
    return await listenAs(folder, { state: "holding", name, who: thisProcess(), database });
  } catch {
    return { serve: (_answer: LineHandler) => {}, release: () => {} };
  }
}

/** A service that works on the same database and has the same data folder; undefined where there is none. */
export function connectToService(location: DatabaseLocation): Promise<Conversation | undefined> {
  const database = databaseKey(location.databaseUrl);
  return connectIn(folderOf(location), (claim) => claim.database === database);
}

/** The sockets of services that have crashed. */
async function forgetEnded(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((other) => other.endsWith(claimEnding)))
    if ((await ask(folder, name).then(closed)) === "dead") rmSync(join(folder, name), { force: true });
}

function closed(response: Awaited<ReturnType<typeof ask>>): string {
  if (typeof response === "string") return response;
  response.close();
  return "alive";
}
