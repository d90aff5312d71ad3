import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod/v4";
import type { Envelope } from "./envelope.ts";

/** The newest letters that the page shows; the folder keeps them all. */
const shownLetters = 200;
/** Further back nobody's letters are looked for: a request must not read a folder that has grown for months. */
const searchedLetters = 1000;

/**
 * The test mailbox: one JSON file a letter, readable by this user only, since letters hold working links. Files are
 * named by time and letter, so that sending a letter again replaces it.
 */
export function mailbox(folder: string) {
  return {
    async put(envelope: Envelope): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${envelope.at.getTime()}-${envelope.id.replace(/[^\w.-]/g, ".")}.json`);
      await writeFile(`${path}.part`, JSON.stringify(envelope, null, 2), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    /** Newest first; of one recipient when asked. An empty list where no letter was ever written. */
    async letters(to?: string): Promise<Envelope[]> {
      const names = (await namesIn(folder))
        .filter((name) => name.endsWith(".json"))
        .sort(newestFirst)
        .slice(0, searchedLetters);
      const found: Envelope[] = [];
      for (const name of names) {
        const letter = stored.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
        if (to === undefined || letter.to.toLowerCase() === to.toLowerCase()) found.push(letter);
        if (found.length === shownLetters) break;
      }
      return found;
    },
  };
}

const stored = z.object({
  id: z.string(),
  kind: z.string(),
  language: z.enum(["en", "ru"]),
  to: z.string(),
  at: z.coerce.date(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Names begin with milliseconds, thirteen digits until the year 2286. */
const newestFirst = (one: string, other: string) => (one < other ? 1 : -1);
