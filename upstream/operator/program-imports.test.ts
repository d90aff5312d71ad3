import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/** The packages that a program loads before it does anything: those that it imports dynamically are not among them. */
async function packagesAtStart(entry: string): Promise<Set<string>> {
  const external = Object.keys(packageJson.dependencies).flatMap((name) => [name, `${name}/*`]);
  const { metafile } = await build({
    ...{ entryPoints: [entry], outdir: "out", bundle: true, splitting: true, write: false, metafile: true },
    ...{ platform: "node", format: "esm", logLevel: "error", external },
  });
  const [start] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (path: string) => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const imported of staticImports(metafile, path)) {
      if (imported.external) packages.add(imported.path);
      else visit(imported.path);
    }
  };
  visit(start ?? "");
  return packages;
}

const staticImports = ({ outputs }: Metafile, path: string) =>
  (outputs[path]?.imports ?? []).filter(({ kind }) => kind === "import-statement");

test("a command for a running service loads no database, no queue and no mail client", async () => {
  const packages = await packagesAtStart("upstream/program/operator-main.ts");
  expect([...packages]).toContain("commander");
  for (const name of ["@electric-sql/pglite", "pg", "pg-boss", "nodemailer", "sharp", "rate-limiter-flexible"])
    expect([...packages]).not.toContain(name);
});
