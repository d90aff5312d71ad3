import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const programs = new Map<string, Promise<string>>();

/**
 * A program of the sources as files that start with a quarter of the processor time. Returns the path for Node; built once by
 * each worker, and deleted with the folder of the run.
 */
export function builtProgram(source: string): Promise<string> {
  const program = programs.get(source) ?? buildProgram(source);
  programs.set(source, program);
  return program;
}

async function buildProgram(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "program-"));
  // What it reads at run time.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  symlinkSync(resolve("upstream/db/migrations"), join(folder, "migrations"));
  await build({
    ...{ entryPoints: [source], outdir: folder, outExtension: { ".js": ".mjs" } },
    ...{ bundle: true, packages: "external", platform: "node", format: "esm", target: "node20", splitting: true },
  });
  return join(folder, basename(source).replace(/\.ts$/, ".mjs"));
}
