import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/v4";

const build = z.object({ id: z.string(), timestamp: z.string() });

/** Written beside the server's bundle when it is built; in development there is none. */
function read(): z.infer<typeof build> {
  const file = join(dirname(fileURLToPath(import.meta.url)), "../build.json");
  try {
    return build.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { id: "development", timestamp: "1970-01-01T00:00:00.000Z" };
  }
}

export const currentBuild = read();
