import { isBuiltin } from "node:module";
import { build } from "esbuild";

/** The packages that built programs import: a production install must contain them. */
export async function packagesOfBuild(programs: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: programs,
    outdir: "build",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const names = imports.filter(({ external, path }) => external && !isBuiltin(path)).map(({ path }) => packageOf(path));
  return [...new Set(names)];
}

/** `@scope/name/part` belongs to `@scope/name`. */
function packageOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}
