import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/v4";

const build = z.object({ id: z.string() });

/** The id of the running build, from `build/`, which this is a chunk of; in the sources there is none. */
export function buildId(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const file = ["..", "../..", "."].map((up) => join(here, up, "build.json")).find(existsSync);
  return file ? build.parse(JSON.parse(readFileSync(file, "utf8"))).id : "development";
}
