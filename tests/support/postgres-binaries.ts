import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The folder with `initdb` and `postgres`: PG_BIN, Debian's newest, or on the PATH. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.PG_BIN ?? "",
    ...versions.filter((version) => Number(version) >= 15).map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}
