/**
 * Bundles the service, the operator program and the signer with everything they read at run time, so that a production
 * install without development packages runs all programs.
 */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin, transform } from "esbuild";
import packageJson from "../package.json" with { type: "json" };
import type { Database } from "../upstream/db/database.ts";
import { makeTemplate, packLog } from "../upstream/db/pglite/template.ts";
import { jobQueues } from "../upstream/jobs/boss.ts";
import { packagesOfBuild } from "./packages-of-build.ts";

/** Native code, WebAssembly and what cannot be bundled; everything else is inside. */
const outside = Object.keys(packageJson.dependencies);

/** zod exports the messages of all fifty languages as one object, so a bundle would contain them all; none is shown here. */
const zodInEnglish: Plugin = {
  name: "zod-in-english",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ importer, resolveDir, kind }) =>
      importer.includes("/zod/v4/") ? bundle.resolve("../locales/en.js", { importer, resolveDir, kind }) : undefined,
    );
  },
};

const builtAt = new Date();

const { warnings } = await build({
  entryPoints: {
    upstream: "upstream/program/main.ts",
    operator: "upstream/program/operator-main.ts",
    signer: "signer/main.ts",
  },
  outdir: "build",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: outside.flatMap((name) => [name, `${name}/*`]),
  // For packages written for CommonJS.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [zodInEnglish],
  splitting: true,
  chunkNames: "service/[name]-[hash]",
  logLevel: "warning",
});
// esbuild has printed them.
if (warnings.length > 0) throw new Error(`The build of the service has ${warnings.length} warnings`);
// The mailbox client is third-party code alone, and in both builds: minified it takes less.
for (const folder of ["build/service", "build/server/assets"]) {
  for (const name of (await readdir(folder)).filter((file) => file.startsWith("imap-flow-"))) {
    const path = join(folder, name);
    const { code } = await transform(await readFile(path, "utf8"), { format: "esm", target: "node20", minify: true });
    await writeFile(path, code);
  }
}
const programs = ["build/server/index.js", "build/upstream.js", "build/operator.js", "build/signer.js"];
const missing = (await packagesOfBuild(programs)).filter((name) => !outside.includes(name));
if (missing.length > 0)
  throw new Error(`A production install lacks packages that the build imports: ${missing.join(", ")}`);
await rm("build/migrations", { recursive: true, force: true });
// Without the snapshot of the schema, which only drizzle-kit reads.
const isRead = (path: string) => !path.endsWith("_snapshot.json");
await cp("upstream/db/migrations", "build/migrations", { recursive: true, filter: isRead });
// An empty database as a template: a first start copies it, in half the time and memory of creating one.
await rm("build/template", { recursive: true, force: true });
await makeTemplate("build/template", "build/migrations", addQueues);
await packLog("build/template");
// Open pages read it to detect a newer build.
await writeFile(
  "build/build.json",
  JSON.stringify({ id: builtAt.getTime().toString(36), timestamp: builtAt.toISOString() }),
);

async function addQueues(db: Database): Promise<void> {
  const queues = jobQueues(db, {
    onError(error) {
      throw error;
    },
  });
  await queues.prepare();
  await queues.stop();
}
