import { spawnSync } from "node:child_process";

/** Where a program of Debian's is: on the PATH, or where only root looks. */
export function findProgram(name: string): string | undefined {
  const PATH = `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin`;
  const found = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8", env: { ...process.env, PATH } });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

/** The same, where a test cannot go on without it. */
export function program(name: string): string {
  const path = findProgram(name);
  if (!path) throw new Error(`${name} is not installed. On Debian: apt-get install ${name}`);
  return path;
}
