import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/v4";

const build = z.object({ id: z.string(), timestamp: z.string() });

/** Written beside the server's folder when it is built, of which this may be a chunk; in development there is none. */
function read(): z.infer<typeof build> {
  const here = dirname(fileURLToPath(import.meta.url));
  const file = ["../build.json", "../../build.json"].map((path) => join(here, path)).find((path) => existsSync(path));
  if (file === undefined) return { id: "development", timestamp: "1970-01-01T00:00:00.000Z" };
  return build.parse(JSON.parse(readFileSync(file, "utf8")));
}

export const currentBuild = read();
