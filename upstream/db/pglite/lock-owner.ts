import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ask, type Conversation, claimEnding } from "./lock-claim.ts";

/**
 * The process that has the embedded database open, to be asked instead of opening it a second time; undefined when
 * there is none. One line in, one line out, in turn. `claim.who` says who it is.
 */
export async function connectToOwner(dataDir: string): Promise<Conversation | undefined> {
  const folder = join(dataDir, "lock");
  if (!existsSync(folder)) return undefined;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(claimEnding)) continue;
    const owner = await ask(folder, name);
    if (typeof owner === "string") continue;
    if (owner.claim.state === "holding") return owner;
    owner.close();
  }
  return undefined;
}
