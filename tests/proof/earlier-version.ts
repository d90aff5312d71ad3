import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8", maxBuffer: 2 ** 30 }).trim();

/** The last commit whose program has every migration but the newest. */
export function commitBeforeNewestMigration(): string {
  const folder = "upstream/db/migrations";
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .at(-1);
  const [added] = git("log", "--format=%H", "--diff-filter=A", "--", `${folder}/${newest}`).split("\n");
  return git("rev-parse", `${added}^`);
}

/** Builds the service of an earlier commit, with the packages of this one. */
export async function buildEarlier(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), "kursa-earlier-"));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  await build({
    absWorkingDir: folder,
    entryPoints: { upstream: "upstream/program/main.ts" },
    outdir: "build",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    splitting: true,
    chunkNames: "service/[name]-[hash]",
    logLevel: "warning",
  });
  cpSync(join(folder, "upstream/db/migrations"), join(folder, "build/migrations"), { recursive: true });
  return {
    program: join(folder, "build/upstream.js"),
    async remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
