import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Deed } from "./load.ts";

/** So long a letter may take whose worker died: the queue gives its job to another after five minutes. */
const patienceSeconds = 720;

/**
 * Waits until every order has the letters that its way must have written, and names those that never came. The
 * mailbox names its files by letter, and a letter that is sent again replaces itself.
 */
export async function missingLetters(dataDir: string, deeds: readonly Deed[]): Promise<string[]> {
  for (let waited = 0; ; waited += 5) {
    const names = await readdir(join(dataDir, "mailbox")).catch(() => []);
    const written = new Set(names.map((name) => name.replace(/^\d+-(\w+)\.(\w+)\..*$/, "$1 $2")));
    const missing = deeds.flatMap(({ ref, wish }) => lettersOf(wish).map((kind) => `${ref} ${kind}`));
    const left = missing.filter((letter) => !written.has(letter));
    if (left.length === 0 || waited >= patienceSeconds) return left;
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
}

function lettersOf(wish: Deed["wish"]): string[] {
  return { leave: ["created"], pay: ["created", "completed"], refund: ["created", "refunded"] }[wish];
}
