import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../../env.server.ts";

/** Newest first: the first one seals, every one opens. */
export const sessionSecrets: readonly string[] = env.SESSION_SECRETS ?? [ownSecret(env.DATA_DIR)];

/** A machine without settings makes its own secret once and keeps it, readable by its user only. */
function ownSecret(folder: string): string {
  const file = join(folder, "session-secret");
  mkdirSync(folder, { recursive: true });
  try {
    // `wx` refuses an existing file, so that of two processes starting at once one wins and both read the same.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}
