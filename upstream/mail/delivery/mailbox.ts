import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod/v4";
import { languages } from "../../../contract/values/languages.ts";
import type { Envelope } from "./envelope.ts";

/** The newest emails that the page shows; the folder keeps all. */
const shownEmails = 200;

/**
 * The test mailbox: one JSON file per email, readable by this user only, since emails contain working links. File
 * names consist of time, recipient and email id: sending an email again replaces the file, and a search by recipient
 * reads no other files.
 */
export function mailbox(folder: string) {
  return {
    async put(envelope: Envelope): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = envelope.id.replace(/[^\w.-]/g, ".");
      const path = join(folder, `${envelope.at.getTime()}-${nameOf(envelope.to)}-${id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(envelope, null, 2), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    /** Newest first, optionally of one recipient. Empty when no email was ever sent. */
    async emails(to?: string): Promise<Envelope[]> {
      const recipient = to === undefined ? "" : `-${nameOf(to)}-`;
      const names = (await namesIn(folder)).filter((name) => name.endsWith(".json") && name.includes(recipient));
      const envelopes: Envelope[] = [];
      for (const name of names.sort(newestFirst).slice(0, shownEmails)) {
        envelopes.push(stored.parse(JSON.parse(await readFile(join(folder, name), "utf8"))));
      }
      return envelopes;
    },
  };
}

const stored = z.object({
  id: z.string(),
  kind: z.string(),
  language: z.enum(languages),
  to: z.string(),
  at: z.coerce.date(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.string().optional(),
  replyTo: z.string().optional(),
});

/** An address as a part of a file name. */
function nameOf(address: string): string {
  return createHash("sha256").update(address.toLowerCase()).digest("hex").slice(0, 16);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Names begin with milliseconds, thirteen digits until the year 2286. */
const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);
