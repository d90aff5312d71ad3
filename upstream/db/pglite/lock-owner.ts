import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ask, type Claim, type Conversation, claimEnding } from "./lock-claim.ts";

/**
 * Connects to the process that has the embedded database open, to send commands to it; undefined when there is none.
 * One request line, one answer line, in order. `claim.who` identifies the process.
 */
export function connectToOwner(dataDir: string): Promise<Conversation | undefined> {
  return connectIn(join(dataDir, "lock"), ({ state }) => state === "holding");
}

/** The first process that answers in this folder with a claim that is wanted. */
export async function connectIn(
  folder: string,
  isWanted: (claim: Claim) => boolean,
): Promise<Conversation | undefined> {
  if (!existsSync(folder)) return undefined;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(claimEnding)) continue;
    const owner = await askWithRetries(folder, name);
    if (typeof owner === "string") continue;
    if (isWanted(owner.claim)) return owner;
    owner.close();
  }
  return undefined;
}

const attempts = 20;

/** A busy process accepts connections before it finds the time to answer them. */
async function askWithRetries(folder: string, name: string): ReturnType<typeof ask> {
  for (let left = attempts; left > 1; left -= 1) {
    const owner = await ask(folder, name);
    if (owner !== "silent") return owner;
  }
  return ask(folder, name);
}
