import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../settings/env.server.ts";

/** Newest first: the first encrypts, all decrypt. */
export const sessionSecrets: readonly string[] = env.SESSION_SECRETS ?? [ownSecret(env.DATA_DIR)];

/** Without settings, generates a secret once and stores it, readable by its user only. */
function ownSecret(folder: string): string {
  const file = join(folder, "session-secret");
  mkdirSync(folder, { recursive: true });
  try {
    // `wx` fails on an existing file, so of two processes starting at once one writes and both read the same secret.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}
