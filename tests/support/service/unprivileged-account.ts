import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** An account for servers that refuse to run as root; undefined when the tests run as somebody else. */
export async function unprivilegedAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const ids = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]).catch(() => undefined);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error("Started by root, PostgreSQL needs an account to run as: neither postgres nor nobody exists.");
}
