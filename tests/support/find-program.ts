import { spawnSync } from "node:child_process";

/** The path of a Debian program: on the PATH or in the folders for root. */
export function findProgram(name: string): string | undefined {
  const PATH = `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin`;
  const lookup = spawnSync("/bin/sh", ["-c", `command -v ${name}`], {
    encoding: "utf8",
    env: { ...process.env, PATH },
  });
  return lookup.status === 0 ? lookup.stdout.trim() : undefined;
}

/** The same; throws when it is missing. */
export function program(name: string): string {
  const path = findProgram(name);
  if (!path) throw new Error(`${name} is not installed. On Debian: apt-get install ${name}`);
  return path;
}
