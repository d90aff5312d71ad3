/**
 * Bundles the service and the operator's commands beside the site, with everything they read at run time,
 * so that a production install without development packages can run all three programs.
 */
import { cp, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import packageJson from "../package.json" with { type: "json" };
import { makeTemplate } from "../upstream/db/pglite/template.ts";

/** Of many small files, which are found and read one by one at a start; others stay packages. */
const inside = [
  "@hono/node-server",
  "@noble/hashes",
  "@scure/base",
  "drizzle-orm",
  "hono",
  "jose",
  "zod",
  "zod-openapi",
];
const outside = Object.keys(packageJson.dependencies).filter((name) => !inside.includes(name));

const builtAt = new Date();

await build({
  entryPoints: { upstream: "upstream/main.ts", operator: "upstream/operator-main.ts" },
  outdir: "build",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: outside.flatMap((name) => [name, `${name}/*`]),
  splitting: true,
  chunkNames: "service/[name]-[hash]",
  logLevel: "warning",
});
await rm("build/migrations", { recursive: true, force: true });
await cp("upstream/db/migrations", "build/migrations", { recursive: true });
// A ready-made empty database: a first start copies it instead of making one, in half the time and memory.
await rm("build/template", { recursive: true, force: true });
await makeTemplate("build/template", "build/migrations");
// Open pages ask for it to learn that a newer build is out.
await writeFile(
  "build/build.json",
  JSON.stringify({ id: builtAt.getTime().toString(36), timestamp: builtAt.toISOString() }),
);
