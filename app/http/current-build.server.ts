import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/v4";

const build = z.object({ id: z.string(), timestamp: z.string() });

/** `build/`, when this is a chunk of its `server/`; undefined in development. */
export const buildFolder = ["..", "../.."]
  .map((up) => join(dirname(fileURLToPath(import.meta.url)), up))
  .find((folder) => existsSync(join(folder, "build.json")));

export const currentBuild: z.infer<typeof build> = buildFolder
  ? build.parse(JSON.parse(readFileSync(join(buildFolder, "build.json"), "utf8")))
  : { id: "development", timestamp: "1970-01-01T00:00:00.000Z" };
